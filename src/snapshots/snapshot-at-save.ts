import type { Context } from "../kernel/context.ts";
import { awaitRequests } from "./await-requests.ts";
import { type SnapshotDeps, trySnapshot } from "./try-snapshot.ts";

interface SavedCheckpoint {
  id: string;
  name: string | null;
  worktree: string;
  session: string | null;
  agent: string | null;
  stepNumber: number | null;
  head: string | null;
  branch: string | null;
}

/** Captures the files with a checkpoint that a person or an agent saves, before the save is acknowledged. */
export async function snapshotAtSave(
  ctx: SnapshotDeps & Pick<Context, "config" | "caller" | "drain" | "paths" | "store">,
  saved: SavedCheckpoint,
): Promise<void> {
  if (!ctx.config.snapshots.enabled) return;
  const { id, name, worktree, session, agent, head, branch } = saved;
  // Whose turn is running shows only once those of the events before have been taken.
  await awaitRequests(ctx, worktree);
  const turn = session === null ? null : ((await ctx.store.getSession(session))?.promptCount ?? null);
  await trySnapshot(ctx, {
    moment: "save",
    worktree,
    session,
    agent,
    turn,
    checkpoint: id,
    name,
    byPerson: isPerson(ctx.caller) || undefined,
    gitHead: head,
    gitBranch: branch,
    at: ctx.clock(),
  });
}

/** An agent saves by a tool, or by a command of which the environment names the agent. */
function isPerson({ agent, byTool }: Context["caller"]): boolean {
  return agent === undefined && byTool !== true;
}

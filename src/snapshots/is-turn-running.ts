import type { Context } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { isLive } from "../sessions/is-live.ts";
import { readTurnWorktrees } from "./turn-worktrees.ts";
import { readWorktreeState } from "./worktree-state.ts";

type TurnDeps = Pick<Context, "config" | "store" | "clock" | "processes" | "snapshots" | "workspace">;

/** A turn that was interrupted has no end, so one that is silent for longer counts as over. */
const LONGEST_SILENCE_MS = 24 * 3_600_000;
const MOST = 50;

/** Whether a turn is running whose files are to be captured. Its tool calls would not start a daemon that had exited. */
export async function isTurnRunning(ctx: TurnDeps): Promise<boolean> {
  if (!ctx.config.snapshots.enabled) return false;
  const now = ctx.clock();
  const recent = await ctx.store.listSessions({ seenSince: now - LONGEST_SILENCE_MS, limit: MOST });
  for (const session of recent)
    if (isLive(session, { ...ctx, now, asking: { pid: null } }) && (await hasTurn(ctx, session))) return true;
  return false;
}

async function hasTurn(ctx: TurnDeps, { id }: SessionSummary): Promise<boolean> {
  const session = await ctx.store.getSession(id);
  if (!session) return false;
  for (const worktree of readTurnWorktrees({ session, capture: session.capture }).working) {
    const { projectRoot } = await ctx.workspace.locate(worktree);
    const state = await ctx.snapshots.read({ projectRoot, worktree }, async (store) =>
      readWorktreeState(store),
    );
    if (state?.running.some((turn) => turn.session === id)) return true;
  }
  return false;
}

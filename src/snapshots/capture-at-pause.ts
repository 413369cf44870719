import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { awaitRequests } from "./await-requests.ts";
import { queueSnapshot } from "./snapshot-queue.ts";
import { readTurnWorktrees } from "./turn-worktrees.ts";

type PausingDeps = Pick<Context, "config" | "workspace" | "clock" | "newId" | "log"> &
  Parameters<typeof awaitRequests>[0];

/**
 * Has the files captured before capture of a session is paused, which ends its turn, and before it is resumed: nobody
 * knows who changed what in between, so it is no work of the session.
 */
export async function captureAtPause(
  ctx: PausingDeps,
  session: Session,
  moment: "session_end" | "session_start",
): Promise<void> {
  if (!ctx.config.snapshots.enabled) return;
  const { id, agent, promptCount: turn, capture } = session;
  for (const asked of readTurnWorktrees({ session, capture }).working) {
    const { worktree, head, branch } = await ctx.workspace.locate(asked);
    if (worktree !== asked) continue;
    const where = { worktree, gitHead: head, gitBranch: branch };
    const what = { moment, session: id, agent, turn, checkpoint: null, name: null, at: ctx.clock() };
    queueSnapshot(ctx, { ...what, ...where });
    await awaitRequests(ctx, worktree);
  }
}

import type { Context } from "../../kernel/context.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import { allSessions } from "../../sessions/all-sessions.ts";
import { changeSession } from "../../sessions/change-session.ts";
import { isUnopenedFork, UNOPENED } from "../../sessions/unopened-fork.ts";
import type { Journal } from "../../snapshots/restore/journal.ts";

/**
 * After a restore is taken back, no new session shall continue the fork that it created, unless an agent has opened it.
 * Never throws, since the files are restored.
 */
export async function withdrawForks(
  ctx: Pick<Context, "store" | "log">,
  { worktree }: Pick<SnapshotStore, "worktree">,
  { at }: Pick<Journal, "at">,
): Promise<void> {
  try {
    for await (const session of allSessions(ctx.store, { worktree, seenSince: at })) {
      if (!isUnopenedFork(session) || session.startedAt < at) continue;
      await changeSession(ctx, session.id, (now) =>
        isUnopenedFork(now) ? { ...now, endReason: UNOPENED.withdrawn } : now,
      );
    }
  } catch (error) {
    ctx.log.error("forks not withdrawn", error, { worktree });
  }
}

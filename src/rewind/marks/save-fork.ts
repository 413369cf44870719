import type { Fork } from "../../kernel/agent/agent.ts";
import type { Context } from "../../kernel/context.ts";
import type { Session } from "../../kernel/record.ts";
import type { StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { writeSession } from "../../sessions/change-session.ts";
import { createSession } from "../../sessions/create-session.ts";
import type { RewindState } from "./mark-state.ts";
import { saveRewind } from "./save-mark.ts";

/** Stores a fork before its agent reports it: as a child of the session, with the mark completed. */
export async function saveFork(
  ctx: Pick<Context, "newId" | "redactor" | "store">,
  session: Session,
  { fork, mark, rewind, at }: { fork: Fork; mark: StoredCheckpoint; rewind: RewindState; at: number },
): Promise<void> {
  const { agent, cwd, projectId, worktree, gitHead, gitBranch } = session;
  const begun = createSession(ctx.newId("ses"), { agent, nativeSession: fork.nativeSession, cwd, at });
  const forked: Session = {
    ...begun,
    projectId,
    worktree,
    gitHead,
    gitBranch,
    parentId: session.id,
    parentReason: "fork",
    transcriptPath: fork.transcriptPath,
    // Marked as ended, so that it does not count as interrupted work. No one has opened it yet.
    endedAt: at,
    endReason: "forked",
  };
  await ctx.store.transaction(async (store) => {
    await writeSession(store, forked);
    await saveRewind({ ...ctx, store }, forked, { mark, rewind, at });
  });
}

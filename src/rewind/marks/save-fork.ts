import type { Fork } from "../../kernel/agent/agent.ts";
import type { Context } from "../../kernel/context.ts";
import type { Session } from "../../kernel/record.ts";
import type { StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { writeSession } from "../../sessions/change-session.ts";
import { createSession } from "../../sessions/create-session.ts";
import { UNOPENED } from "../../sessions/unopened-fork.ts";
import type { RewindState } from "./mark-state.ts";
import { saveRewind } from "./save-mark.ts";

/** Stores a fork before its agent reports it: as a child of the session, with the mark completed. */
export async function saveFork(
  ctx: Pick<Context, "newId" | "redactor" | "store">,
  session: Session,
  { fork, mark, rewind, at }: { fork: Fork; mark: StoredCheckpoint; rewind: RewindState; at: number },
): Promise<void> {
  await ctx.store.transaction(async (store) => {
    const forked = await saveForkedSession({ ...ctx, store }, session, { fork, at });
    await saveRewind({ ...ctx, store }, forked, { mark, rewind, at });
  });
}

/** Stores the session of a fork. It is marked as ended, so that it is no interrupted work: nobody has opened it yet. */
export async function saveForkedSession(
  { newId, store }: Pick<Context, "newId" | "store">,
  session: Session,
  { fork, at }: { fork: Fork; at: number },
): Promise<Session> {
  const { agent, cwd, projectId, worktree, gitHead, gitBranch } = session;
  const forked: Session = {
    ...createSession(newId("ses"), { agent, nativeSession: fork.nativeSession, cwd, at }),
    projectId,
    worktree,
    gitHead,
    gitBranch,
    parentId: session.id,
    parentReason: "fork",
    transcriptPath: fork.transcriptPath,
    endedAt: at,
    endReason: UNOPENED.created,
  };
  await writeSession(store, forked);
  return forked;
}

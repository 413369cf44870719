import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { readDeletedSessions } from "../../sessions/deleted-sessions.ts";
import { machineId } from "../../sessions/machine-id.ts";
import { isWithdrawn } from "./is-withdrawn.ts";
import { remoteDirectory } from "./project-remote.ts";
import { sessionEdits } from "./session-edits.ts";
import { readSyncState } from "./sync-state.ts";

type UnpushedDeps = Pick<Context, "paths" | "newId" | "store">;

/** Of these sessions, those with changes of this machine that it has not pushed. Asks nothing of the remote. */
export async function findUnpushed(
  ctx: UnpushedDeps,
  projectRoot: string,
  sessions: readonly SessionSummary[],
): Promise<SessionSummary[]> {
  const machine = machineId(ctx);
  const state = readSyncState(remoteDirectory(ctx, projectRoot));
  const deleted = readDeletedSessions(ctx);
  const unpushed: SessionSummary[] = [];
  for (const session of sessions) {
    if (await isWithdrawn(ctx, session, deleted)) continue;
    const { edits } = await sessionEdits(ctx, session, { state, machine });
    const own = edits[machine] ?? 0;
    if (own > 0 && state.pushed[`sessions/${machine}/${session.id}`]?.edits !== own) unpushed.push(session);
  }
  return unpushed;
}

import type { Context } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";

/** The sessions of a worktree whose agent process is still running. */
export async function liveSessions(
  { store, processes }: Pick<Context, "processes"> & { store: SessionStorage },
  worktree: string,
): Promise<SessionSummary[]> {
  const recent = await store.listSessions({ worktree, limit: 20 });
  return recent.filter(
    ({ endedAt, pid, pidStart }) => endedAt === null && pid !== null && processes.startTime(pid) === pidStart,
  );
}

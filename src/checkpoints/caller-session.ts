import type { Context } from "../kernel/context.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";

/**
 * The session that a call comes from: by the client's process, by the session id, or, for a person at a terminal, the
 * only active session of this worktree. Undefined if it cannot be determined.
 */
export async function callerSession(
  ctx: Pick<Context, "caller" | "processes"> & { store: SessionStorage },
  worktree: string,
): Promise<Session | undefined> {
  const { store, caller } = ctx;
  if (!caller.agent) {
    const [only, another] = await liveSessions(ctx, worktree);
    return only && !another ? await store.getSession(only.id) : undefined;
  }
  // A client keeps its MCP server across /clear, with the old id in its environment, but its process id stays correct.
  const recent = await store.listSessions({ agent: caller.agent, limit: 50 });
  const byProcess = recent.find(({ pid, endedAt }) => pid !== null && pid === caller.pid && endedAt === null);
  if (byProcess) return await store.getSession(byProcess.id);
  if (caller.nativeSession === undefined) return undefined;
  return await store.findSession(caller.agent, caller.nativeSession);
}

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

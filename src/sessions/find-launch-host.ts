import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { Processes } from "../kernel/ports/processes.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";

interface FindDeps {
  processes: Processes;
  store: SessionStorage;
}

/** Prefix of the native id of a launched session until its client reports its own id. */
export const PLACEHOLDER_ID = "launch-";

/**
 * The session that Holdfast launched in the terminal of an event from an unknown process. Null if it launched none
 * there, undefined if that cannot be determined. A launcher shares its terminal with the client that it starts.
 */
export async function findLaunchHost(
  ctx: FindDeps,
  event: AgentEvent,
): Promise<SessionSummary | null | undefined> {
  const here = event.pid === undefined ? undefined : ctx.processes.terminal(event.pid);
  if (!here) return undefined;
  const launched = await ctx.store.listSessions({ agent: event.agent, launched: true, limit: 50 });
  return launched.find((session) => isRunningIn(ctx, session, here.tty)) ?? null;
}

function isRunningIn({ processes }: FindDeps, { pid, pidStart }: SessionSummary, tty: string): boolean {
  return pid !== null && processes.startTime(pid) === pidStart && processes.terminal(pid)?.tty === tty;
}

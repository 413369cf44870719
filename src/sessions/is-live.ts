import type { Processes } from "../kernel/ports/processes.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { isElsewhere } from "./is-elsewhere.ts";

const SILENCE_MS = 10 * 60_000;

/**
 * Whether a session may still be active. If its process id is known, the same process must be running, by its start
 * time. Otherwise it must have been seen within the last ten minutes, since taking over a live session is worse than
 * waiting. If it has the process of the asking session, that proves nothing: some clients run all conversations in one
 * process. Nor can the processes of another machine be looked up.
 */
export function isLive(
  session: SessionSummary,
  { processes, now, asking }: { processes: Processes; now: number; asking: Pick<SessionSummary, "pid"> },
): boolean {
  const { pid, pidStart, lastSeenAt, endedAt } = session;
  if (endedAt !== null) return false;
  const isRecent = now - lastSeenAt < SILENCE_MS;
  if (pid === null || isElsewhere(session, processes)) return isRecent;
  const start = processes.startTime(pid);
  if (start === undefined || (pidStart !== null && pidStart !== start)) return false;
  return pid === asking.pid ? isRecent : true;
}

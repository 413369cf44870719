import type { Processes } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";

const SILENCE_MS = 10 * 60_000;

/**
 * Whether a session may still be at work. With a process id: the same process, by its start time. Without one: not
 * ended and heard of within ten minutes; taking a live sibling's state is worse than waiting.
 */
export function isLive(session: Session, processes: Processes, now: number): boolean {
  if (session.endedAt !== null) return false;
  if (session.pid === null) return now - session.lastSeenAt < SILENCE_MS;
  const start = processes.startTime(session.pid);
  return start !== undefined && (session.pidStart === null || session.pidStart === start);
}

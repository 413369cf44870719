import type { Capture } from "../../kernel/capture.ts";
import type { SessionSummary } from "../../kernel/record.ts";

/** When somebody last worked in a session. Opening or closing it is not work. */
export function lastWorkedAt({ lastSeenAt }: Pick<SessionSummary, "lastSeenAt">, capture: Capture): number {
  const { lastActiveAt, foldedTo, paused } = capture;
  const workedAt = paused ? lastActiveAt : Math.max(lastActiveAt, foldedTo);
  return workedAt === 0 ? lastSeenAt : workedAt;
}

import type { Capture } from "../../kernel/capture.ts";
import type { SessionSummary } from "../../kernel/record.ts";

/** When work was last done in a session. Opening or closing it is not work. */
export function lastWorkedAt({ lastSeenAt }: Pick<SessionSummary, "lastSeenAt">, capture: Capture): number {
  const { lastActiveAt, foldedTo, paused } = capture;
  const workedAt = paused ? lastActiveAt : Math.max(lastActiveAt, foldedTo);
  return workedAt === 0 ? lastSeenAt : workedAt;
}

/** `45 s`, `12 min`, `3 h`, `2 d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

import type { Processes } from "../../kernel/ports/processes.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { isLive } from "../../sessions/is-live.ts";

export const SESSION_STATES = ["running", "ended", "cleared", "cut off"] as const;

/** The state of a session as lists show it. */
export function sessionState(
  session: SessionSummary,
  { processes, now }: { processes: Processes; now: number },
): (typeof SESSION_STATES)[number] {
  if (isLive(session, { processes, now, asking: { ...session, pid: null } })) return "running";
  if (session.endReason === "clear") return "cleared";
  return session.endedAt === null || session.endReason === "lost" ? "cut off" : "ended";
}

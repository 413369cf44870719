import type { AgentEvent } from "../kernel/agent-event.ts";
import type { Session } from "../kernel/record.ts";
import { isSystemText } from "../sessions/system-text.ts";
import type { Capture } from "./capture-state.ts";

interface Counted {
  session: Session;
  capture: Capture;
}

/** The session and its capture with the counters that an event moves. */
export function countEvent({ session, capture }: Counted, event: AgentEvent): Counted {
  return { session: countInSession(session, event), capture: countActivity(capture, event) };
}

function countInSession(session: Session, event: AgentEvent): Session {
  if (event.kind === "session_end") return { ...session, endedAt: event.at, endReason: event.reason };
  if (event.kind === "tool_use")
    return { ...session, lastAfterModelAt: session.lastAfterModelAt ?? event.at };
  if (event.kind !== "user_prompt_submit" || isSystemText(event.prompt)) return session;
  return {
    ...session,
    promptCount: session.promptCount + 1,
    promptsSinceCheckpoint: session.promptsSinceCheckpoint + 1,
    lastMessageSentAt: event.at,
    lastAfterModelAt: null,
    notified: false,
  };
}

/** One silence inside a turn counts up to this: a longer one is a dialog nobody answers, or a closed lid. */
const LONGEST_STEP_MS = 10 * 60_000;

/** The agent works from a prompt to the stop of its turn; before a prompt or a start the session was idle. */
function countActivity(capture: Capture, { kind, at }: AgentEvent): Capture {
  const lastActiveAt = Math.max(capture.lastActiveAt, at);
  const wasIdle = capture.lastActiveAt === 0 || kind === "user_prompt_submit" || kind === "session_start";
  if (wasIdle) return { ...capture, lastActiveAt };
  const step = Math.min(LONGEST_STEP_MS, lastActiveAt - capture.lastActiveAt);
  return { ...capture, lastActiveAt, activeMs: capture.activeMs + step };
}

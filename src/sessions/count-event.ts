import type { AgentEvent } from "../kernel/agent-event.ts";
import type { Session } from "../kernel/record.ts";
import { isSystemText } from "./system-text.ts";

/**
 * The session with the counters that an event moves. Only a person's prompt begins a turn: our own text, a
 * notification or a hook's feedback changes nothing.
 */
export function countEvent(session: Session, event: AgentEvent): Session {
  if (event.kind === "session_end")
    return { ...session, endedAt: session.endedAt ?? event.at, endReason: session.endReason ?? event.reason };
  if (event.kind === "tool_use")
    return { ...session, lastAfterModelAt: session.lastAfterModelAt ?? event.at, debriefsIgnored: 0 };
  if (event.kind !== "user_prompt_submit" || isSystemText(event.prompt)) return session;
  return beginTurn(session, event.at);
}

function beginTurn(session: Session, at: number): Session {
  return {
    ...session,
    promptCount: session.promptCount + 1,
    promptsSinceCheckpoint: session.promptsSinceCheckpoint + 1,
    lastMessageSentAt: at,
    lastAfterModelAt: null,
    lastDebriefAt: null,
    debriefsThisTurn: 0,
    notified: false,
  };
}

import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { bounded } from "../text/bounded.ts";
import { isSamePrompt } from "./same-prompt.ts";
import { isSystemText } from "./system-text.ts";

type PromptEvent = EventOf<"user_prompt_submit">;
type CountedEvent = EventOf<"session_end" | "tool_use" | "user_prompt_submit">;

/**
 * Updates the counters of a session. Only a person's prompt starts a turn, not our own text, a notification or a hook's
 * feedback.
 */
export const countEvent: EventHandler<EventOf<"session_end" | "tool_use" | "user_prompt_submit">> = {
  name: "countEvent",
  kinds: ["session_end", "tool_use", "user_prompt_submit"],
  handle: ({ redactor }, scope) => ({
    scope: {
      ...scope,
      session: updateCounters(scope.session, redactReason(redactor, scope.event), scope.capture),
    },
  }),
};

/** The reason for a session's end is text from the client, and is stored. */
function redactReason(redactor: Redactor, event: CountedEvent): CountedEvent {
  return event.kind === "session_end" ? { ...event, reason: redactor.text(event.reason) } : event;
}

function updateCounters(session: SessionSummary, event: CountedEvent, capture: Capture): SessionSummary {
  if (event.kind === "session_end")
    return { ...session, endedAt: session.endedAt ?? event.at, endReason: session.endReason ?? event.reason };
  if (event.kind === "tool_use") return countToolUse(session, event.at);
  if (isSystemText(event.prompt, event.fromClient)) return session;
  return beginTurn(session, event.at, isCounted(event, capture) ? 0 : 1);
}

/** A tool call acts on a debrief only if it follows it in the same turn. */
function countToolUse(session: SessionSummary, at: number): SessionSummary {
  const isActedOn = session.lastDebriefAt !== null && at > session.lastDebriefAt;
  return {
    ...session,
    firstToolUseAt: session.firstToolUseAt ?? at,
    debriefsIgnored: isActedOn ? 0 : session.debriefsIgnored,
  };
}

/** The transcript may already have provided this prompt when its hook arrives late. */
function isCounted({ promptId, id, prompt: text, at }: PromptEvent, { prompts }: Capture): boolean {
  const prompt = { id: promptId ?? id, channel: "typed", text: bounded(text), asked: null, at } as const;
  return prompts.some((known) => isSamePrompt(known, prompt));
}

function beginTurn(session: SessionSummary, at: number, added: number): SessionSummary {
  return {
    ...session,
    promptCount: session.promptCount + added,
    promptsSinceCheckpoint: session.promptsSinceCheckpoint + added,
    lastPromptAt: at,
    firstToolUseAt: null,
    lastDebriefAt: null,
    debriefsThisTurn: 0,
    notified: false,
  };
}

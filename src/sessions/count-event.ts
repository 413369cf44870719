import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import type { EventHandler, EventScope } from "../kernel/event-handler.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { bounded } from "../text/bounded.ts";
import { beginTurn } from "./begin-turn.ts";
import { isEcho, isSamePrompt, isWaiting } from "./same-prompt.ts";
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
      session: updateCounters(redactor, scope),
    },
  }),
};

function updateCounters(
  redactor: Redactor,
  { session, event, capture }: EventScope<CountedEvent>,
): SessionSummary {
  if (event.kind === "session_end") return endSession(session, event, redactor);
  if (event.kind === "tool_use") return { ...session, firstToolUseAt: session.firstToolUseAt ?? event.at };
  if (isSystemText(event.prompt, event.fromClient)) return session;
  return beginTurn(session, event.at, isCounted(redactor, event, capture) ? 0 : 1);
}

/** The reason is text from the client, and is stored. */
function endSession(session: SessionSummary, { at, reason }: EventOf<"session_end">, redactor: Redactor) {
  const { endedAt, endReason } = session;
  return { ...session, endedAt: endedAt ?? at, endReason: endReason ?? redactor.text(reason) };
}

/** The transcript may already have provided this prompt, without its secrets, when its hook arrives late. */
function isCounted(
  redactor: Redactor,
  { promptId, id: eventId, prompt: text, at }: PromptEvent,
  { prompts }: Capture,
): boolean {
  const id = promptId ?? eventId;
  const near = prompts.filter((known) => known.id === id || isEcho(known, at) || isWaiting(known));
  if (near.length === 0) return false;
  const keyed = promptId !== undefined;
  const prompt = {
    id,
    keyed,
    channel: "typed",
    text: bounded(redactor.text(text)),
    asked: null,
    at,
  } as const;
  return near.some((known) => isSamePrompt(known, prompt));
}

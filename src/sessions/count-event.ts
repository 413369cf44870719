import type { EventOf } from "../kernel/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { bounded } from "../text/bounded.ts";
import { isSamePrompt } from "./same-prompt.ts";
import { isSystemText } from "./system-text.ts";

type Prompted = EventOf<"user_prompt_submit">;
type Counted = EventOf<"session_end" | "tool_use" | "user_prompt_submit">;

/**
 * Moves the counters of a session. Only a person's prompt begins a turn: our own text, a notification or a hook's feedback
 * changes nothing.
 */
export const countEvent: EventHandler<EventOf<"session_end" | "tool_use" | "user_prompt_submit">> = {
  name: "session",
  kinds: ["session_end", "tool_use", "user_prompt_submit"],
  handle: ({ redactor }, scope) => ({
    scope: {
      ...scope,
      session: counted(scope.session, withoutSecrets(redactor, scope.event), scope.capture),
    },
  }),
};

/** Why a session ended is its client's text, and is kept. */
function withoutSecrets(redactor: Redactor, event: Counted): Counted {
  return event.kind === "session_end" ? { ...event, reason: redactor.text(event.reason) } : event;
}

function counted(session: SessionSummary, event: Counted, capture: Capture): SessionSummary {
  if (event.kind === "session_end")
    return { ...session, endedAt: session.endedAt ?? event.at, endReason: session.endReason ?? event.reason };
  if (event.kind === "tool_use") return countToolUse(session, event.at);
  if (isSystemText(event.prompt, event.fromClient)) return session;
  return beginTurn(session, event.at, isCounted(event, capture) ? 0 : 1);
}

/** A debrief is acted on by the tools that come after it in its turn; those of other turns say nothing of it. */
function countToolUse(session: SessionSummary, at: number): SessionSummary {
  const isActedOn = session.lastDebriefAt !== null && at > session.lastDebriefAt;
  return {
    ...session,
    firstToolUseAt: session.firstToolUseAt ?? at,
    debriefsIgnored: isActedOn ? 0 : session.debriefsIgnored,
  };
}

/** A hook that arrives late finds its prompt read from the transcript, and counted. */
function isCounted({ promptId, id, prompt: text, at }: Prompted, { prompts }: Capture): boolean {
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

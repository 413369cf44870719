import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { TranscriptEntry } from "../kernel/agent/transcript.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import { withoutFailedTodos } from "./facts/without-failed-todos.ts";
import { foldEntry } from "./fold-entry.ts";
import { locateEntry } from "./locate-entry.ts";
import { redactEntry } from "./redact-entry.ts";

/** Folds the content of the event into the capture. */
export const captureEvent: EventHandler = {
  name: "captureEvent",
  kinds: "all",
  handle(ctx, scope) {
    const { event } = scope;
    const capture = foldEvent(ctx, event, scope.capture);
    return { scope: { ...scope, capture: countActivity(capture, event) } };
  },
};

/** Adds the content of the event, redacted, to a capture. */
export function foldEvent(
  { redactor }: Pick<Context, "redactor">,
  event: AgentEvent,
  capture: Capture,
): Capture {
  const entries = entriesOf(event).map((entry) => redactEntry(locateEntry(entry, event.cwd), redactor));
  return withoutFailedTodos(entries).reduce(foldEntry, capture);
}

/** The other kinds contain nothing that is not in the transcript. */
function entriesOf(event: AgentEvent): TranscriptEntry[] {
  const { at } = event;
  if (event.kind === "user_prompt_submit") {
    const { prompt: text, fromClient = false, promptId, id: uuid } = event;
    return [{ type: "prompt", at, text, fromClient, ...(promptId === undefined ? { uuid } : { promptId }) }];
  }
  if (event.kind === "agent_stop")
    return event.lastAnswer ? [{ type: "message", at, text: event.lastAnswer }] : [];
  if (event.kind === "post_compact" && event.summary) return [{ type: "summary", at, text: event.summary }];
  return event.kind === "tool_use" ? event.facts.map((fact) => ({ at, ...fact })) : [];
}

/** Pauses within a turn count up to this limit. Longer ones mean an unanswered dialog or a closed laptop. */
const LONGEST_STEP_MS = 10 * 60_000;

/** Opening, closing or viewing a session is not work. */
const NO_WORK: readonly AgentEvent["kind"][] = [
  "session_start",
  "session_end",
  "notification",
  "branch_change",
];

/**
 * Adds the time since the last event to the work time. The agent works from a prompt to its stop and is idle before a
 * prompt.
 */
function countActivity(capture: Capture, { kind, at }: AgentEvent): Capture {
  if (NO_WORK.includes(kind)) return capture;
  const lastActiveAt = Math.max(capture.lastActiveAt, at);
  const wasIdle = capture.lastActiveAt === 0 || kind === "user_prompt_submit";
  if (wasIdle) return { ...capture, lastActiveAt };
  const step = Math.min(LONGEST_STEP_MS, lastActiveAt - capture.lastActiveAt);
  return { ...capture, lastActiveAt, activeMs: capture.activeMs + step };
}

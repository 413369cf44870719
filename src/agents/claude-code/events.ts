import * as z from "zod";
import type { HookEnvelope } from "../../kernel/agent/agent.ts";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import { type EventBase, eventBase } from "../event-base.ts";
import {
  payloadLabel as label,
  payloadPath as path,
  payloadHead,
  payloadSession as session,
  payloadText as text,
} from "../parse-payload.ts";
import { subagentEvent } from "../subagent-event.ts";
import { parse } from "./payload.ts";
import { typedPrompt, withoutNote } from "./prompts.ts";
import { readBatch, readFailure, readToolUse } from "./tool-events.ts";
import { summaryText } from "./transcript/summary.ts";

type EventReader = (base: EventBase, payload: object) => AgentEvent;

const Common = z.object({
  session_id: session,
  cwd: path,
  transcript_path: path.nullish(),
  prompt_id: label.nullish(),
});

const SessionStart = z.object({ source: z.string(), model: label.nullish() });
/** Versions that send them say how the prompt was entered and who sent it, with the same values as the transcript. */
const Prompt = z.object({
  prompt: text,
  source: label.nullish().catch(undefined),
  origin: z.object({ kind: label }).nullish().catch(undefined),
});
const Stop = z.object({
  stop_hook_active: z.boolean().nullish(),
  last_assistant_message: text.nullish(),
  background_tasks: z.array(z.unknown()).nullish(),
});
const Compact = z.object({
  trigger: z.enum(["auto", "manual"]).catch("auto"),
  compact_summary: text.nullish(),
});
const SessionEnd = z.object({ reason: label.nullish() });
const Notification = z.object({ message: text.nullish(), notification_type: label.nullish() });

const READERS: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  ["SessionStart", readStart],
  ["UserPromptSubmit", readPrompt],
  ["PostToolBatch", readBatch],
  ["PostToolUse", readToolUse],
  ["PostToolUseFailure", readFailure],
  ["Stop", readStop],
  [
    "PreCompact",
    (base, payload) => ({ ...base, kind: "pre_compact", trigger: parse(Compact, payload).trigger }),
  ],
  ["PostCompact", readPostCompact],
  ["SessionEnd", readEnd],
  ["Notification", readNotification],
]);

/** Converts a hook payload to an event. Undefined for events of subagents and for events that are not used. */
export function parseEvent(payload: unknown, envelope: HookEnvelope): AgentEvent | undefined {
  const head = parse(payloadHead, payload);
  const subagent = subagentEvent(head, () => eventBase("claude-code", parse(Common, head), envelope));
  if (subagent) return subagent;
  const read = READERS.get(head.hook_event_name ?? envelope.event);
  if (!read || (head.agent_id !== undefined && head.agent_id !== null)) return undefined;
  return read(eventBase("claude-code", parse(Common, head), envelope), head);
}

function readStart(base: EventBase, payload: object): AgentEvent {
  const { source, model } = parse(SessionStart, payload);
  const known = z.enum(["startup", "resume", "clear", "compact", "fork"]).safeParse(source);
  // A later version may send an unknown source: treat it as a startup.
  return {
    ...base,
    kind: "session_start",
    source: known.success ? known.data : "startup",
    ...(model ? { model } : {}),
  };
}

function readPrompt(base: EventBase, payload: object): AgentEvent {
  const { prompt: sent, source, origin } = parse(Prompt, payload);
  const { text: typed, fromClient } = typedPrompt([sent], { promptSource: source, origin });
  const prompt = withoutNote(typed);
  return { ...base, kind: "user_prompt_submit", prompt, ...(fromClient ? { fromClient } : {}) };
}

function readStop(base: EventBase, payload: object): AgentEvent {
  const stop = parse(Stop, payload);
  return {
    ...base,
    kind: "agent_stop",
    stopHookActive: stop.stop_hook_active ?? false,
    backgroundTasks: stop.background_tasks?.length ?? 0,
    ...(stop.last_assistant_message ? { lastAnswer: stop.last_assistant_message } : {}),
  };
}

function readPostCompact(base: EventBase, payload: object): AgentEvent {
  const { trigger, compact_summary: summary } = parse(Compact, payload);
  return { ...base, kind: "post_compact", trigger, ...(summary ? { summary: summaryText(summary) } : {}) };
}

function readEnd(base: EventBase, payload: object): AgentEvent {
  return { ...base, kind: "session_end", reason: parse(SessionEnd, payload).reason ?? "other" };
}

function readNotification(base: EventBase, payload: object): AgentEvent {
  const { message, notification_type: type } = parse(Notification, payload);
  return { ...base, kind: "notification", message: message ?? type ?? "" };
}

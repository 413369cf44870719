import * as z from "zod";
import type { HookEnvelope } from "../../kernel/agent/agent.ts";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import { tryStringifyJson } from "../../text/json-text.ts";
import { type EventBase, eventBase } from "../event-base.ts";
import {
  parsePayload,
  payloadHead,
  payloadLabel,
  payloadPath,
  payloadSession,
  payloadText,
} from "../parse-payload.ts";
import { subagentEvent } from "../subagent-event.ts";
import { namedCommand, withResult } from "../tool-facts.ts";
import { typedPrompt } from "./prompts.ts";
import { readCall, readResult } from "./tools.ts";

type EventReader = (base: EventBase, payload: object) => AgentEvent;

const Common = z.object({
  session_id: payloadSession,
  cwd: payloadPath,
  transcript_path: payloadPath.nullish(),
  turn_id: payloadLabel.nullish(),
});
const Start = z.object({ source: z.string(), model: payloadLabel.nullish() });
const Prompt = z.object({ prompt: payloadText });
const Stop = z.object({
  stop_hook_active: z.boolean().nullish(),
  last_assistant_message: payloadText.nullish(),
});
const Compact = z.object({ trigger: z.enum(["auto", "manual"]).catch("auto") });
const End = z.object({ reason: payloadLabel.nullish() });
const Tool = z.object({
  tool_name: payloadLabel,
  tool_use_id: payloadLabel,
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
});

const READERS: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  ["SessionStart", readStart],
  ["UserPromptSubmit", readPrompt],
  ["PostToolUse", readTool],
  ["Stop", readStop],
  [
    "PreCompact",
    (base, payload) => ({ ...base, kind: "pre_compact", trigger: parse(Compact, payload).trigger }),
  ],
  [
    "PostCompact",
    (base, payload) => ({ ...base, kind: "post_compact", trigger: parse(Compact, payload).trigger }),
  ],
  [
    "SessionEnd",
    (base, payload) => ({ ...base, kind: "session_end", reason: parse(End, payload).reason ?? "other" }),
  ],
]);

/** Converts a hook payload to an event. Undefined for events of subagents and for events that are not used. */
export function parseEvent(payload: unknown, envelope: HookEnvelope): AgentEvent | undefined {
  const head = parse(payloadHead, payload);
  const base = () => {
    const { turn_id, ...common } = parse(Common, head);
    return eventBase("codex", { ...common, prompt_id: turn_id }, envelope);
  };
  const subagent = subagentEvent(head, base);
  if (subagent) return subagent;
  const read = READERS.get(head.hook_event_name ?? envelope.event);
  if (!read || (head.agent_id !== undefined && head.agent_id !== null)) return undefined;
  return read(base(), head);
}

function readStart(base: EventBase, payload: object): AgentEvent {
  const { source, model } = parse(Start, payload);
  const known = z.enum(["startup", "resume", "clear", "compact", "fork"]).safeParse(source);
  // A later version may send an unknown source: treat it as a startup.
  const start = { ...base, kind: "session_start", source: known.success ? known.data : "startup" } as const;
  return model ? { ...start, model } : start;
}

function readPrompt(base: EventBase, payload: object): AgentEvent {
  const { text, ...author } = typedPrompt([parse(Prompt, payload).prompt]);
  return { ...base, kind: "user_prompt_submit", prompt: text, ...author };
}

function readStop(base: EventBase, payload: object): AgentEvent {
  const { stop_hook_active, last_assistant_message: answer } = parse(Stop, payload);
  const stop = {
    ...base,
    kind: "agent_stop",
    stopHookActive: stop_hook_active ?? false,
    backgroundTasks: 0,
  } as const;
  return answer ? { ...stop, lastAnswer: answer } : stop;
}

/**
 * The payload of a shell call does not say how the command ended. The transcript does, and this event causes it to be
 * read.
 */
function readTool(base: EventBase, payload: object): AgentEvent {
  const { tool_name: name, tool_use_id: id, tool_input: input, tool_response } = parse(Tool, payload);
  if (!name.startsWith("mcp__"))
    return { ...base, kind: "tool_use", facts: [], inTranscript: true, ...namedCommand(input) };
  const text = tryStringifyJson(tool_response ?? "");
  const result = readResult({ id }, { ok: !/"isError":true/.test(text), text });
  return { ...base, kind: "tool_use", facts: withResult(readCall({ id, name, input }), result) };
}

function parse<T extends z.ZodType>(schema: T, payload: unknown): z.infer<T> {
  return parsePayload("codex", schema, payload);
}

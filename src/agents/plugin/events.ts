import * as z from "zod";
import type { HookEnvelope } from "../../kernel/agent/agent.ts";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
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
import { type EndedCall, type ToolCall, type ToolResult, withResult } from "../tool-facts.ts";
import type { TypedText } from "../typed-text.ts";

/** What differs between clients with our plugin: the name, the tools, and which part of a prompt a person typed. */
export interface PluginClient {
  agent: string;
  readCall(call: ToolCall): ToolFact[];
  readResult(call: EndedCall, result: ToolResult): ToolFact[];
  typedPrompt(text: string): TypedText;
}

type EventReader = (base: EventBase, payload: object, client: PluginClient) => AgentEvent;

const Common = z.object({
  session_id: payloadSession,
  cwd: payloadPath,
  transcript_path: payloadPath.nullish(),
});
const Start = z.object({
  source: z.enum(["startup", "resume", "clear", "compact", "fork"]).catch("startup"),
  model: payloadLabel.nullish(),
});
const Prompt = z.object({ prompt: payloadText, from_client: z.boolean().nullish() });
const Stop = z.object({
  stop_hook_active: z.boolean().nullish(),
  last_assistant_message: payloadText.nullish(),
});
const Compact = z.object({
  trigger: z.enum(["auto", "manual"]).catch("auto"),
  compact_summary: payloadText.nullish(),
});
const End = z.object({ reason: payloadLabel.nullish() });
const Tool = z.object({
  tool_name: payloadLabel,
  tool_use_id: payloadLabel,
  tool_input: z.unknown().optional(),
  tool_response: payloadText.nullish(),
  is_error: z.boolean().nullish(),
  tool_details: z.unknown().optional(),
});

const READERS: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  ["SessionStart", readStart],
  ["UserPromptSubmit", readPrompt],
  ["PostToolUse", readTool],
  ["Stop", readStop],
  ["PreCompact", (base, payload) => ({ ...base, kind: "pre_compact", trigger: compact(payload).trigger })],
  ["PostCompact", readPostCompact],
  ["BranchChange", (base) => ({ ...base, kind: "branch_change" })],
  ["SessionEnd", (base, payload) => ({ ...base, kind: "session_end", reason: reasonOf(payload) })],
]);

/** Converts what a plugin sent to an event. Undefined for events that are not used. */
export function parsePluginEvent(
  client: PluginClient,
  payload: unknown,
  envelope: HookEnvelope,
): AgentEvent | undefined {
  const head = parse(payloadHead, payload);
  const base = () => eventBase(client.agent, parse(Common, head), envelope);
  const read = READERS.get(head.hook_event_name ?? envelope.event);
  return read ? read(base(), head, client) : subagentEvent(head, base);
}

function readStart(base: EventBase, payload: object): AgentEvent {
  const { source, model } = parse(Start, payload);
  return { ...base, kind: "session_start", source, ...(model ? { model } : {}) };
}

function readPrompt(base: EventBase, payload: object, { typedPrompt }: PluginClient): AgentEvent {
  const { prompt, from_client } = parse(Prompt, payload);
  const { text, fromClient = from_client ?? false } = typedPrompt(prompt);
  return { ...base, kind: "user_prompt_submit", prompt: text, ...(fromClient ? { fromClient } : {}) };
}

function readTool(base: EventBase, payload: object, client: PluginClient): AgentEvent {
  const { tool_name: name, tool_use_id: id, tool_input: input, ...ended } = parse(Tool, payload);
  const result = {
    ok: ended.is_error !== true,
    text: ended.tool_response ?? "",
    details: ended.tool_details,
  };
  const facts = withResult(
    client.readCall({ id, name, input }),
    client.readResult({ id, name, input }, result),
  );
  return { ...base, kind: "tool_use", facts };
}

function readStop(base: EventBase, payload: object): AgentEvent {
  const { stop_hook_active, last_assistant_message: answer } = parse(Stop, payload);
  const stop = { stopHookActive: stop_hook_active ?? false, backgroundTasks: 0 };
  return { ...base, kind: "agent_stop", ...stop, ...(answer ? { lastAnswer: answer } : {}) };
}

function readPostCompact(base: EventBase, payload: object): AgentEvent {
  const { trigger, compact_summary: summary } = compact(payload);
  return { ...base, kind: "post_compact", trigger, ...(summary ? { summary } : {}) };
}

function compact(payload: object): z.infer<typeof Compact> {
  return parse(Compact, payload);
}

function reasonOf(payload: object): string {
  return parse(End, payload).reason ?? "other";
}

function parse<T extends z.ZodType>(schema: T, payload: unknown): z.infer<T> {
  return parsePayload("plugin", schema, payload);
}

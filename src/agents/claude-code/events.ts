import * as z from "zod";
import type { HookEnvelope } from "../../kernel/agent/agent.ts";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import { type EventBase, type EventReader, type HookClient, parseHookEvent } from "../hook-events.ts";
import { parsePayload, payloadLabel, payloadText } from "../payload.ts";
import { type ToolCall, withResult } from "../tool-facts.ts";
import { typedPrompt, withoutNote } from "./prompts.ts";
import { client } from "./tools.ts";
import { toolText } from "./transcript/line.ts";

const MAX_CALLS = 200;

/** Versions that send them say how the prompt was entered and who sent it, with the same values as the transcript. */
const Prompt = z.object({
  prompt: payloadText,
  source: payloadLabel.nullish().catch(undefined),
  origin: z.object({ kind: payloadLabel }).nullish().catch(undefined),
});
const Notification = z.object({ message: payloadText.nullish(), notification_type: payloadLabel.nullish() });
const Call = z.object({
  tool_name: payloadLabel,
  tool_use_id: payloadLabel,
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
});
type Call = z.infer<typeof Call>;
const Batch = z.object({ tool_calls: z.array(Call) });
const Failure = z.object({ ...Call.shape, error: z.string().nullish() });

const hooks: HookClient = {
  ...client,
  readers: new Map<string, EventReader>([
    ["UserPromptSubmit", readPrompt],
    ["PostToolBatch", readBatch],
    ["PostToolUse", readToolUse],
    ["PostToolUseFailure", readFailure],
    ["Notification", readNotification],
  ]),
};

/** Converts a hook payload to an event. Undefined for events that are not used. */
export function parseEvent(payload: unknown, envelope: HookEnvelope): AgentEvent | undefined {
  return parseHookEvent(hooks, payload, envelope);
}

function readPrompt(base: EventBase, payload: object): AgentEvent {
  const { prompt: sent, source, origin } = parsePayload(base.agent, Prompt, payload);
  const { text: typed, fromClient } = typedPrompt([sent], { promptSource: source, origin });
  const prompt = withoutNote(typed);
  return { ...base, kind: "user_prompt_submit", prompt, ...(fromClient ? { fromClient } : {}) };
}

function readNotification(base: EventBase, payload: object): AgentEvent {
  const { message, notification_type: type } = parsePayload(base.agent, Notification, payload);
  return { ...base, kind: "notification", message: message ?? type ?? "" };
}

function readBatch(base: EventBase, payload: object): AgentEvent {
  const { tool_calls } = parsePayload(base.agent, Batch, payload);
  return { ...base, kind: "tool_use", facts: tool_calls.slice(0, MAX_CALLS).flatMap(factsOf) };
}

function readToolUse(base: EventBase, payload: object): AgentEvent {
  return { ...base, kind: "tool_use", facts: factsOf(parsePayload(base.agent, Call, payload)) };
}

function readFailure(base: EventBase, payload: object): AgentEvent {
  const { error, ...call } = parsePayload(base.agent, Failure, payload);
  const result = client.readResult(calledIn(call), { ok: false, text: error ?? "" });
  return { ...base, kind: "tool_use", facts: withResult(client.readCall(calledIn(call)), result) };
}

function factsOf(call: Call): ToolFact[] {
  const facts = client.readCall(calledIn(call));
  if (call.tool_response === undefined) return facts;
  const text = toolText(call.tool_response);
  if (PERSISTED.test(text)) return facts;
  return withResult(facts, client.readResult(calledIn(call), { ok: !saysFailure(text), text }));
}

function calledIn({ tool_use_id: id, tool_name: name, tool_input: input }: Call): ToolCall {
  return { id, name, input };
}

/**
 * In place of a long output, which the client has moved to a file with the line that would show how the call ended. The
 * transcript, which already has the result, shows it.
 */
const PERSISTED = /^<persisted-output>/;

/** A batch lacks the failure flag of the transcript, so the client's own openings identify a failure. */
function saysFailure(text: string): boolean {
  return /^(?:Exit code [1-9]|<tool_use_error>|The user doesn't want to )/.test(text);
}

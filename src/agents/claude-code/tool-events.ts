import * as z from "zod";
import type { AgentEvent, ToolCall } from "../../kernel/agent-event.ts";
import { boundedText, boundedValue } from "../bounded.ts";
import type { EventBase } from "../event-base.ts";
import { parse } from "./payload.ts";
import { toolText } from "./tool-text.ts";

const MAX_CALLS = 200;
const MAX_RESULT = 2_000;

const Call = z.object({
  tool_name: z.string().transform((name) => boundedText(name, 200)),
  tool_use_id: z.string().transform((id) => boundedText(id, 200)),
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
});
const Batch = z.object({ tool_calls: z.array(Call) });
const Failure = z.object({ ...Call.shape, error: z.string().nullish() });

export function readBatch(base: EventBase, payload: object): AgentEvent {
  const { tool_calls } = parse(Batch, payload);
  return { ...base, kind: "tool_use", calls: tool_calls.slice(0, MAX_CALLS).map(answered) };
}

export function readToolUse(base: EventBase, payload: object): AgentEvent {
  return { ...base, kind: "tool_use", calls: [answered(parse(Call, payload))] };
}

export function readFailure(base: EventBase, payload: object): AgentEvent {
  const failure = parse(Failure, payload);
  const text = boundedText(failure.error ?? "", MAX_RESULT);
  return { ...base, kind: "tool_use", calls: [{ ...callOf(failure), result: { ok: false, text } }] };
}

function answered(call: z.infer<typeof Call>): ToolCall {
  if (call.tool_response === undefined) return callOf(call);
  const text = boundedText(toolText(call.tool_response), MAX_RESULT);
  return { ...callOf(call), result: { ok: !saysFailure(text), text } };
}

function callOf({ tool_use_id, tool_name, tool_input }: z.infer<typeof Call>): ToolCall {
  return { id: tool_use_id, name: tool_name, input: boundedValue(tool_input) };
}

/** A batch does not carry the failure mark that the transcript has; these are the client's own openings. */
function saysFailure(text: string): boolean {
  return /^(?:Exit code [1-9]|<tool_use_error>)/.test(text);
}

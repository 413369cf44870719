import * as z from "zod";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import { boundedText } from "../bounded.ts";
import type { EventBase } from "../event-base.ts";
import { type ToolCall, withResult } from "../tool-facts.ts";
import { parse } from "./payload.ts";
import { readCall, readResult } from "./tools.ts";
import { toolText } from "./transcript/tool-text.ts";

const MAX_CALLS = 200;

const Call = z.object({
  tool_name: z.string().transform((name) => boundedText(name, 200)),
  tool_use_id: z.string().transform((id) => boundedText(id, 200)),
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
});
type Call = z.infer<typeof Call>;
const Batch = z.object({ tool_calls: z.array(Call) });
const Failure = z.object({ ...Call.shape, error: z.string().nullish() });

export function readBatch(base: EventBase, payload: object): AgentEvent {
  const { tool_calls } = parse(Batch, payload);
  return { ...base, kind: "tool_use", facts: tool_calls.slice(0, MAX_CALLS).flatMap(factsOf) };
}

export function readToolUse(base: EventBase, payload: object): AgentEvent {
  return { ...base, kind: "tool_use", facts: factsOf(parse(Call, payload)) };
}

export function readFailure(base: EventBase, payload: object): AgentEvent {
  const { error, ...call } = parse(Failure, payload);
  const result = readResult(calledIn(call), { ok: false, text: error ?? "" });
  return { ...base, kind: "tool_use", facts: withResult(factsBefore(call), result) };
}

function factsOf(call: Call): ToolFact[] {
  const facts = factsBefore(call);
  if (call.tool_response === undefined) return facts;
  const text = toolText(call.tool_response);
  if (PERSISTED.test(text)) return facts;
  return withResult(facts, readResult(calledIn(call), { ok: !saysFailure(text), text }));
}

function factsBefore(call: Call): ToolFact[] {
  return readCall(calledIn(call));
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

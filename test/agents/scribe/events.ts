import * as z from "zod";
import { type EventBase, eventBase } from "../../../src/agents/event-base.ts";
import {
  parsePayload,
  payloadHead,
  payloadLabel,
  payloadPath,
  payloadSession,
  payloadText,
} from "../../../src/agents/parse-payload.ts";
import { withResult } from "../../../src/agents/tool-facts.ts";
import type { HookEnvelope } from "../../../src/kernel/agent/agent.ts";
import type { AgentEvent } from "../../../src/kernel/agent/agent-event.ts";
import { isFromClient } from "./prompts.ts";
import { readCall, readResult } from "./tools.ts";

const Common = z.object({
  session_id: payloadSession,
  cwd: payloadPath,
  transcript_path: payloadPath.nullish(),
});
const Asked = z.object({ words: payloadText });
const Worked = z.object({
  number: z.number(),
  tool: payloadLabel,
  given: z.unknown().optional(),
  went: z.enum(["well", "badly"]),
  said: payloadText,
});

const READERS: ReadonlyMap<string, (base: EventBase, payload: object) => AgentEvent> = new Map([
  ["opened", (base: EventBase): AgentEvent => ({ ...base, kind: "session_start", source: "startup" })],
  ["asked", readAsked],
  ["worked", readWorked],
  ["rested", readRested],
  ["left", (base: EventBase): AgentEvent => ({ ...base, kind: "session_end", reason: "left" })],
]);

export function parseEvent(payload: unknown, envelope: HookEnvelope): AgentEvent | undefined {
  const head = parsePayload("scribe", payloadHead, payload);
  const read = READERS.get(head.hook_event_name ?? envelope.event);
  return read?.(eventBase("scribe", parsePayload("scribe", Common, head), envelope), head);
}

function readAsked(base: EventBase, payload: object): AgentEvent {
  const { words: prompt } = parsePayload("scribe", Asked, payload);
  return { ...base, kind: "user_prompt_submit", prompt, fromClient: isFromClient(prompt) };
}

function readWorked(base: EventBase, payload: object): AgentEvent {
  const { number, tool: name, given: input, went, said } = parsePayload("scribe", Worked, payload);
  const id = `work-${number}`;
  const result = readResult(id, { ok: went === "well", text: said });
  return { ...base, kind: "tool_use", facts: withResult(readCall({ id, name, input }), result) };
}

function readRested(base: EventBase): AgentEvent {
  return { ...base, kind: "agent_stop", stopHookActive: false, backgroundTasks: 0 };
}

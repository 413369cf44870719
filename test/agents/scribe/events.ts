import * as z from "zod";
import { type EventBase, type EventReader, parseHookEvent } from "../../../src/agents/hook-events.ts";
import { parsePayload, payloadLabel, payloadText } from "../../../src/agents/payload.ts";
import { withResult } from "../../../src/agents/tool-facts.ts";
import type { HookEnvelope } from "../../../src/kernel/agent/agent.ts";
import type { AgentEvent } from "../../../src/kernel/agent/agent-event.ts";
import { client } from "./tools.ts";

const Asked = z.object({ words: payloadText });
const Worked = z.object({
  number: z.number(),
  tool: payloadLabel,
  given: z.unknown().optional(),
  went: z.enum(["well", "badly"]),
  said: payloadText,
});

const readers = new Map<string, EventReader>([
  ["opened", (base) => ({ ...base, kind: "session_start", source: "startup" })],
  ["asked", readAsked],
  ["worked", readWorked],
  ["rested", (base) => ({ ...base, kind: "agent_stop", stopHookActive: false, backgroundTasks: 0 })],
  ["left", (base) => ({ ...base, kind: "session_end", reason: "left" })],
]);

export function parseEvent(payload: unknown, envelope: HookEnvelope): AgentEvent | undefined {
  return parseHookEvent({ ...client, readers }, payload, envelope);
}

function readAsked(base: EventBase, payload: object): AgentEvent {
  const { words } = parsePayload("scribe", Asked, payload);
  const { text: prompt, fromClient = false } = client.typedPrompt(words);
  return { ...base, kind: "user_prompt_submit", prompt, fromClient };
}

function readWorked(base: EventBase, payload: object): AgentEvent {
  const { number, tool: name, given: input, went, said } = parsePayload("scribe", Worked, payload);
  const call = { id: `work-${number}`, name, input };
  const result = client.readResult(call, { ok: went === "well", text: said });
  return { ...base, kind: "tool_use", facts: withResult(client.readCall(call), result) };
}

import * as z from "zod";
import type { HookEnvelope } from "../../kernel/agent/agent.ts";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import { tryStringifyJson } from "../../text/json-text.ts";
import { type EventBase, type HookClient, parseHookEvent } from "../hook-events.ts";
import { parsePayload, payloadLabel } from "../payload.ts";
import { namedCommand, withResult } from "../tool-facts.ts";
import { client } from "./tools.ts";

const Tool = z.object({
  tool_name: payloadLabel,
  tool_use_id: payloadLabel,
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
});

const hooks: HookClient = { ...client, readers: new Map([["PostToolUse", readTool]]) };

/** Converts a hook payload to an event. Undefined for events that are not used. */
export function parseEvent(payload: unknown, envelope: HookEnvelope): AgentEvent | undefined {
  return parseHookEvent(hooks, payload, envelope);
}

/**
 * The payload of a shell call does not say how the command ended. The transcript does, and this event causes it to be
 * read.
 */
function readTool(base: EventBase, payload: object): AgentEvent {
  const called = parsePayload(base.agent, Tool, payload);
  const { tool_name: name, tool_use_id: id, tool_input: input, tool_response } = called;
  if (!name.startsWith("mcp__"))
    return { ...base, kind: "tool_use", facts: [], inTranscript: true, ...namedCommand(input) };
  const text = tryStringifyJson(tool_response ?? "");
  const result = client.readResult({ id }, { ok: !/"isError":true/.test(text), text });
  return { ...base, kind: "tool_use", facts: withResult(client.readCall({ id, name, input }), result) };
}

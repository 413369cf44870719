import * as z from "zod";
import type { HookEnvelope } from "../../kernel/agent/agent.ts";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import { tryStringifyJson } from "../../text/json-text.ts";
import { boundedText } from "../bounded.ts";
import { type EventBase, type EventReader, type HookClient, parseHookEvent } from "../hook-events.ts";
import { parsePayload, payloadLabel } from "../payload.ts";
import { namedCommand, withResult } from "../tool-facts.ts";
import { CONTEXT_WINDOW, SUBAGENT_TOOL } from "./client.ts";
import { client } from "./tools.ts";

/** The client compresses when the last request used half of the window. */
const COMPRESSED_FROM = CONTEXT_WINDOW / 2;

const Stop = z.object({ prompt_response: z.string().nullish(), stop_hook_active: z.boolean().nullish() });
const Compress = z.object({ trigger: z.enum(["auto", "manual"]).catch("auto") });
const Tool = z.object({
  tool_name: payloadLabel,
  tool_input: z.unknown().optional(),
  tool_response: z
    .object({ llmContent: z.unknown(), error: z.unknown().optional() })
    .optional()
    .catch(undefined),
  mcp_context: z.object({ tool_name: payloadLabel }).nullish().catch(undefined),
});

const SubagentCall = z.object({
  tool_name: z.literal(SUBAGENT_TOOL),
  tool_input: z.object({ agent_name: payloadLabel }),
});

const hooks: HookClient = {
  ...client,
  readers: new Map<string, EventReader | "UserPromptSubmit">([
    ["BeforeAgent", "UserPromptSubmit"],
    ["BeforeTool", (base, payload) => readSubagent(base, payload, "start")],
    ["AfterTool", (base, payload) => readSubagent(base, payload, "stop") ?? readTool(base, payload)],
    ["AfterAgent", readStop],
    ["PreCompress", readCompress],
  ]),
};

/** Converts a hook payload to an event. Undefined for events that are not used. */
export function parseEvent(payload: unknown, envelope: HookEnvelope): AgentEvent | undefined {
  return parseHookEvent(hooks, payload, envelope);
}

/** A subagent is started by a tool call. Undefined for a call of any other tool. */
function readSubagent(base: EventBase, payload: object, phase: "start" | "stop"): AgentEvent | undefined {
  const call = SubagentCall.safeParse(payload).data;
  return call && { ...base, kind: "subagent", phase, subagent: call.tool_input.agent_name };
}

function readStop(base: EventBase, payload: object): AgentEvent {
  const { prompt_response: answer, stop_hook_active } = parsePayload(base.agent, Stop, payload);
  // When Esc ends a turn, this is sent in place of an answer.
  const said = answer && answer !== "[no response text]" ? answer.slice(-65_536) : undefined;
  return {
    ...base,
    kind: "agent_stop",
    stopHookActive: stop_hook_active ?? false,
    backgroundTasks: 0,
    ...(said === undefined ? {} : { lastAnswer: boundedText(said, 65_536) }),
  };
}

/** Fires before every model call, but an automatic compression only happens above a certain fill level. */
function readCompress(base: EventBase, payload: object): AgentEvent {
  const { trigger } = parsePayload(base.agent, Compress, payload);
  return {
    ...base,
    kind: "pre_compact",
    trigger,
    ...(trigger === "auto" ? { fromTokens: COMPRESSED_FROM } : {}),
  };
}

/**
 * The payload lacks the call id that the transcript has, so a call read from both would count twice. For MCP tools that
 * is harmless.
 */
function readTool(base: EventBase, payload: object): AgentEvent {
  const {
    tool_name: name,
    tool_input: input,
    tool_response,
    mcp_context,
  } = parsePayload(base.agent, Tool, payload);
  if (!mcp_context)
    return { ...base, kind: "tool_use", facts: [], inTranscript: true, ...namedCommand(input) };
  const facts = client.readCall({ id: base.id, name, input });
  if (!tool_response) return { ...base, kind: "tool_use", facts };
  const { error, llmContent } = tool_response;
  const text = tryStringifyJson(llmContent ?? "");
  const result = client.readResult(
    { id: base.id, name, input },
    { ok: error === undefined || error === null, text },
  );
  return { ...base, kind: "tool_use", facts: withResult(facts, result) };
}

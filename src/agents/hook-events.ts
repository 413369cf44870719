import * as z from "zod";
import type { HookEnvelope } from "../kernel/agent/agent.ts";
import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { ToolFact } from "../kernel/agent/tool-fact.ts";
import {
  parsePayload,
  payloadHead,
  payloadLabel,
  payloadPath,
  payloadSession,
  payloadText,
} from "./payload.ts";
import { type EndedCall, type ToolCall, type ToolResult, withResult } from "./tool-facts.ts";
import type { TypedText } from "./typed-text.ts";

/** The fields that all events share. */
export type EventBase = Pick<
  AgentEvent,
  "id" | "agent" | "nativeSession" | "cwd" | "at" | "transcriptPath" | "pid" | "promptId"
>;

/** Undefined for a payload that is not used. */
export type EventReader = (base: EventBase, payload: object, client: HookClient) => AgentEvent | undefined;

/** How a client differs from the others in what it reports. Readers of session files use it as well. */
export interface HookClient {
  agent: string;
  readCall(call: ToolCall): ToolFact[];
  readResult(call: EndedCall, result: ToolResult): ToolFact[];
  /** What a person typed of a prompt. */
  typedPrompt(text: string): TypedText;
  /** Only the summary, without what the client says around it. */
  summaryText?(text: string): string;
  /** The readers of its own events and of those whose fields differ, or the common event that has only another name. */
  readers?: ReadonlyMap<string, EventReader | CommonEvent>;
}

/** Clients spell the id of a prompt in two ways. The transcript's path is null for a session without one. */
const Common = z.object({
  session_id: payloadSession,
  cwd: payloadPath,
  transcript_path: payloadPath.nullish(),
  prompt_id: payloadLabel.nullish(),
  turn_id: payloadLabel.nullish(),
});
/** A later version may send an unknown source: it is treated as a startup. */
const Start = z.object({
  source: z.string().pipe(z.enum(["startup", "resume", "clear", "compact", "fork"]).catch("startup")),
  model: payloadLabel.nullish(),
});
const Prompt = z.object({ prompt: payloadText, from_client: z.boolean().nullish() });
const Stop = z.object({
  stop_hook_active: z.boolean().nullish(),
  last_assistant_message: payloadText.nullish(),
  background_tasks: z.array(z.unknown()).nullish(),
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
const Subagent = z.object({ agent_type: payloadLabel.nullish() });

type CommonEvent =
  | "SessionStart"
  | "UserPromptSubmit"
  | "PostToolUse"
  | "Stop"
  | "StopFailure"
  | "PreCompact"
  | "PostCompact"
  | "SubagentStart"
  | "SubagentStop"
  | "BranchChange"
  | "SessionEnd";

const READERS: Readonly<Record<CommonEvent, EventReader>> = {
  SessionStart: readStart,
  UserPromptSubmit: readPrompt,
  PostToolUse: readTool,
  Stop: readStop,
  StopFailure: (base) => ({ ...base, kind: "turn_failure" }),
  PreCompact: readPreCompact,
  PostCompact: readPostCompact,
  SubagentStart: (base, payload) => readSubagent(base, payload, "start"),
  SubagentStop: (base, payload) => readSubagent(base, payload, "stop"),
  BranchChange: (base) => ({ ...base, kind: "branch_change" }),
  SessionEnd: readEnd,
};

function readerOf({ readers }: HookClient, event: string): EventReader | undefined {
  const own = readers?.get(event) ?? event;
  if (typeof own !== "string") return own;
  return isCommon(own) ? READERS[own] : undefined;
}

function isCommon(event: string): event is CommonEvent {
  return Object.hasOwn(READERS, event);
}

/** Converts a payload of a hook or a plugin to an event. Undefined for events that are not used. */
export function parseHookEvent(
  client: HookClient,
  payload: unknown,
  envelope: HookEnvelope,
): AgentEvent | undefined {
  const head = parsePayload(client.agent, payloadHead, payload);
  const event = head.hook_event_name ?? envelope.event;
  const read = readerOf(client, event);
  if (!read) return undefined;
  const isSubagents = head.agent_id !== undefined && head.agent_id !== null;
  const isOwn = !isSubagents || event.startsWith("Subagent");
  if (!isOwn && !AFTER_TOOL.test(event)) return undefined;
  const found = read(eventBase(client.agent, head, envelope), head, client);
  return isOwn ? found : ofSubagent(found);
}

/** The events after a tool call, as the clients name them. */
const AFTER_TOOL = /^(?:Post|After)Tool/;

/** Only what it does counts. The transcript may be its own. */
function ofSubagent(event: AgentEvent | undefined): AgentEvent | undefined {
  if (event?.kind !== "tool_use") return undefined;
  const { transcriptPath: _path, ...own } = event;
  return { ...own, kind: "subagent_tool_use" };
}

function eventBase(agent: string, payload: object, { id, at, pid }: HookEnvelope): EventBase {
  const { session_id, cwd, transcript_path, prompt_id, turn_id } = parsePayload(agent, Common, payload);
  const promptId = prompt_id ?? turn_id;
  return {
    id,
    agent,
    nativeSession: session_id,
    cwd,
    at,
    ...(transcript_path ? { transcriptPath: transcript_path } : {}),
    ...(pid === undefined ? {} : { pid }),
    ...(promptId ? { promptId } : {}),
  };
}

function readStart(base: EventBase, payload: object): AgentEvent {
  const { source, model } = parsePayload(base.agent, Start, payload);
  return { ...base, kind: "session_start", source, ...(model ? { model } : {}) };
}

function readPrompt(base: EventBase, payload: object, { typedPrompt }: HookClient): AgentEvent {
  const { prompt, from_client } = parsePayload(base.agent, Prompt, payload);
  const { text, fromClient = from_client ?? false } = typedPrompt(prompt);
  return { ...base, kind: "user_prompt_submit", prompt: text, ...(fromClient ? { fromClient } : {}) };
}

function readTool(base: EventBase, payload: object, client: HookClient): AgentEvent {
  const {
    tool_name: name,
    tool_use_id: id,
    tool_input: input,
    ...ended
  } = parsePayload(base.agent, Tool, payload);
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
  const stop = parsePayload(base.agent, Stop, payload);
  return {
    ...base,
    kind: "agent_stop",
    stopHookActive: stop.stop_hook_active ?? false,
    backgroundTasks: stop.background_tasks?.length ?? 0,
    ...(stop.last_assistant_message ? { lastAnswer: stop.last_assistant_message } : {}),
  };
}

function readPreCompact(base: EventBase, payload: object): AgentEvent {
  return { ...base, kind: "pre_compact", trigger: parsePayload(base.agent, Compact, payload).trigger };
}

function readPostCompact(base: EventBase, payload: object, client: HookClient): AgentEvent {
  const { trigger, compact_summary: said } = parsePayload(base.agent, Compact, payload);
  const compacted = { ...base, kind: "post_compact", trigger } as const;
  return said ? { ...compacted, summary: client.summaryText?.(said) ?? said } : compacted;
}

/**
 * Undefined for a subagent without a type, which works for the client itself (Claude Code summarizes with one). Omits
 * the transcript path, because it can be that of the subagent.
 */
function readSubagent(base: EventBase, payload: object, phase: "start" | "stop"): AgentEvent | undefined {
  const { agent_type: subagent } = parsePayload(base.agent, Subagent, payload);
  const { transcriptPath: _path, ...own } = base;
  return subagent ? { ...own, kind: "subagent", phase, subagent } : undefined;
}

function readEnd(base: EventBase, payload: object): AgentEvent {
  return { ...base, kind: "session_end", reason: parsePayload(base.agent, End, payload).reason ?? "other" };
}

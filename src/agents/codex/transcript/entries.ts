import type { ToolFact } from "../../../kernel/agent/tool-fact.ts";
import type { TranscriptEntry } from "../../../kernel/agent/transcript.ts";
import { tryParseJson, tryStringifyJson } from "../../../text/json-text.ts";
import { partText } from "../../blocks.ts";
import { boundedText } from "../../bounded.ts";
import type { ToolCall } from "../../tool-facts.ts";
import { typedBlocks } from "../../typed-text.ts";
import { CLIENT_TEXTS, client, readChanges, readCommandLine, readExit, readPlanOutcome } from "../tools.ts";
import { toItemLines } from "./earlier-format.ts";
import type { Item, RolloutLine } from "./lines.ts";
import { approvesPlan, readUserResponse, summaryText } from "./user-response.ts";

const MAX_TEXT = 262_144;

type ItemOf<T extends Item["type"]> = Extract<Item, { type: T }>;
type EventMessage = Extract<RolloutLine, { type: "event_msg" }>;
type ResponseItem = Extract<RolloutLine, { type: "response_item" }>;

/** State from the preceding lines. */
interface Before {
  calls: Map<string, ToolCall>;
  /** The turn of the last prompt. */
  turn?: string | undefined;
  /** Turns that another agent began. */
  othersTurns: Set<string>;
  /** The plan that was proposed last. */
  plan?: ItemOf<"Plan">;
}

export function entriesOf(lines: readonly RolloutLine[]): TranscriptEntry[] {
  const before: Before = { calls: new Map(), othersTurns: new Set() };
  return toItemLines(lines).flatMap((line) => lineEntries(line, before));
}

function lineEntries(line: RolloutLine, before: Before): TranscriptEntry[] {
  const at = Date.parse(line.timestamp ?? "") || 0;
  switch (line.type) {
    case "session_meta":
      return [];
    case "compacted":
      return [{ at, type: "compaction", trigger: "auto" }, ...summaryEntries(line.payload.message, at)];
    case "response_item":
      return exchangedFacts(line.payload, before).map((fact) => ({ at, ...fact }));
    case "event_msg":
      return eventEntries(line.payload, at, before);
  }
}

function summaryEntries(message: string, at: number): TranscriptEntry[] {
  const text = boundedText(summaryText(message), MAX_TEXT);
  return text === "" ? [] : [{ at, type: "summary", text }];
}

function eventEntries(payload: EventMessage["payload"], at: number, before: Before): TranscriptEntry[] {
  if (payload.type === "item_completed") return itemEntries(payload, at, before);
  if (payload.type === "task_started") noteAuthor(payload, before);
  if (payload.type === "task_complete" && payload.error) return [{ at, type: "failure" }];
  if (payload.type !== "turn_aborted" || payload.reason !== "interrupted") return [];
  return [{ at, type: "interruption", ...(payload.turn_id ? { uuid: payload.turn_id } : {}) }];
}

type TaskStarted = Extract<EventMessage["payload"], { type: "task_started" }>;

/** Seen are `user` and `exec`, both for a person's prompt, with no initiating agent. */
function noteAuthor({ turn_id, turn_attribution: begun }: TaskStarted, { othersTurns }: Before): void {
  const isAnAgents =
    begun !== undefined &&
    (typeof begun.initiating_agent_path === "string" || /agent/.test(begun.turn_trigger));
  if (turn_id !== undefined && isAnAgents) othersTurns.add(turn_id);
}

function itemEntries(
  { item, turn_id }: { item: Item; turn_id?: string | undefined },
  at: number,
  before: Before,
): TranscriptEntry[] {
  const base = { uuid: item.id, at };
  switch (item.type) {
    case "UserMessage":
      return promptEntries(item, { base, turn: turn_id, before });
    case "Plan":
      before.plan = item;
      return [];
    case "HookPrompt":
      // Written by a hook, not by a person.
      return [{ ...base, type: "prompt", text: textOf(item.fragments), fromClient: true }];
    case "AgentMessage":
      return [{ ...base, type: "message", text: textOf(item.content) }];
    case "CommandExecution":
    case "FileChange":
    case "McpToolCall":
      return toolFacts(item).map((fact) => ({ ...base, ...fact }));
  }
}

/** A turn begins with one prompt; later ones were typed while the agent worked. */
function promptEntries(
  { content }: ItemOf<"UserMessage">,
  { base, turn, before }: { base: { uuid: string; at: number }; turn: string | undefined; before: Before },
): TranscriptEntry[] {
  const { text, ...author } = typedBlocks(textsOf(content), CLIENT_TEXTS);
  const isQueued = turn !== undefined && turn === before.turn;
  before.turn = turn;
  const { plan } = before;
  const isOthers = turn !== undefined && !isQueued && before.othersTurns.has(turn);
  const prompt: TranscriptEntry = {
    ...base,
    type: "prompt",
    text,
    ...(turn ? { promptId: turn } : {}),
    ...(isQueued ? { queued: "taken" } : {}),
    ...(isOthers ? { fromClient: true } : author),
  };
  if (!plan || !approvesPlan(text)) return [prompt];
  return [prompt, { ...base, type: "plan", call: plan.id, text: boundedText(plan.text, MAX_TEXT) }];
}

function toolFacts(item: ItemOf<"CommandExecution" | "FileChange" | "McpToolCall">): ToolFact[] {
  const { id } = item;
  switch (item.type) {
    case "CommandExecution":
      return [
        ...readCommandLine(id, { words: item.command, cwd: item.cwd }),
        ...(item.status === "declined"
          ? client.readResult({ id }, { ok: false, text: "Rejected by the user" })
          : readExit(id, item.exit_code ?? undefined, item.aggregated_output ?? "")),
      ];
    case "FileChange":
      // The client applies patches itself, even those passed to the shell, so they are not commands.
      return item.status === "completed" ? readChanges(id, item.changes) : [];
    case "McpToolCall": {
      const result = { ok: item.status === "completed", text: tryStringifyJson(item.result ?? "") };
      const name = `mcp__${item.server}__${item.tool}`;
      return [...client.readCall({ id, name, input: item.arguments }), ...client.readResult({ id }, result)];
    }
  }
}

const REPORTED_AS_CALL = new Set(["update_plan", "request_user_input"]);

function exchangedFacts(payload: ResponseItem["payload"], { calls }: Before): ToolFact[] {
  const { call_id: id } = payload;
  if (payload.type === "function_call_output") {
    const ended = calls.get(id) ?? { id };
    return [...readPlanOutcome(ended, payload.output), ...readUserResponse(ended, payload.output)];
  }
  if (payload.type !== "function_call") return [];
  const call = { id, name: payload.name, input: tryParseJson(payload.arguments) };
  calls.set(id, call);
  return REPORTED_AS_CALL.has(call.name) ? client.readCall(call) : [];
}

function textOf(parts: readonly unknown[]): string {
  return boundedText(textsOf(parts).join("\n"), MAX_TEXT);
}

function textsOf(parts: readonly unknown[]): string[] {
  return parts.flatMap((part) => partText(part) ?? []).map((text) => boundedText(text, MAX_TEXT));
}

import { endedCallItems } from "./ended-call.ts";
import type { ExchangedCall, Item, RolloutLine } from "./lines.ts";

type EventLine = Extract<RolloutLine, { type: "event_msg" }>;
type ResponseItem = Extract<RolloutLine, { type: "response_item" }>["payload"];

/**
 * The lines in the present format. Earlier versions of the client (up to 0.14x) report messages as events of their own,
 * and what tools did only as exchanged with the model. Lines that contain items are returned as they are.
 */
export function toItemLines(lines: readonly RolloutLine[]): readonly RolloutLine[] {
  if (lines.some(reportsItems)) return lines;
  const calls = new Map<string, ExchangedCall>();
  return lines.flatMap((line, index) => [
    line,
    ...itemsOf(line, `line-${index}`, calls).map((item) => itemLine(line, item)),
  ]);
}

const REPORTED: ReadonlySet<Item["type"]> = new Set([
  "UserMessage",
  "AgentMessage",
  "CommandExecution",
] as const);

function reportsItems({ type, payload }: RolloutLine): boolean {
  return type === "event_msg" && payload.type === "item_completed" && REPORTED.has(payload.item.type);
}

function itemLine({ timestamp, ordinal }: RolloutLine, item: Item): RolloutLine {
  return { timestamp, ordinal, type: "event_msg", payload: { type: "item_completed", item } };
}

function itemsOf(line: RolloutLine, key: string, calls: Map<string, ExchangedCall>): Item[] {
  if (line.type === "event_msg") return messageItems(line, line.timestamp ?? key);
  return line.type === "response_item" ? toolItems(line.payload, calls) : [];
}

function messageItems({ payload }: EventLine, id: string): Item[] {
  if (payload.type === "agent_message")
    return [{ type: "AgentMessage", id, content: textBlocks(payload.message) }];
  // Some versions report their own context as a message of another kind.
  const isPrompt = payload.type === "user_message" && (payload.kind ?? "plain") === "plain";
  return isPrompt ? [{ type: "UserMessage", id, content: textBlocks(payload.message) }] : [];
}

function textBlocks(text: string) {
  return [{ type: "text", text }];
}

function toolItems(payload: ResponseItem, calls: Map<string, ExchangedCall>): Item[] {
  if (payload.type === "function_call" || payload.type === "custom_tool_call") {
    calls.set(payload.call_id, payload);
    return [];
  }
  const call = calls.get(payload.call_id);
  return call ? endedCallItems(call, payload.output) : [];
}

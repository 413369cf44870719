import fc from "fast-check";
import type { AiSdkMessage } from "../../../src/rewind/messages/shapes/ai-sdk.ts";
import type { AnthropicMessage } from "../../../src/rewind/messages/shapes/anthropic.ts";
import type { OpenAiMessage } from "../../../src/rewind/messages/shapes/openai.ts";
import { checkpointResult, rewindResult } from "../../../src/rewind/messages/tool-texts.ts";

/** One item of a conversation, independent of any library. */
export type Item =
  | { type: "user"; text: string }
  | { type: "assistant"; text: string; calls: { id: string; name: string; input: object }[] }
  | { type: "result"; call: string; name: string; text: string };

/** A round of an agent: its text, its calls, and after how many rounds each result arrives. */
export interface Round {
  says: string;
  calls: { name: string; late: number; input?: object; result?: string }[];
}

export interface Script {
  before: Round[];
  /** Calls before and after `checkpoint` in its message, and before and after `rewind`. */
  mark: { left: Round["calls"]; right: Round["calls"]; late: number };
  span: Round[];
  rewind: { left: Round["calls"]; right: Round["calls"]; late: number };
  after: Round[];
  goal: string;
  report: string;
}

const call = fc.record({ name: fc.constantFrom("read", "grep", "bash"), late: fc.nat({ max: 2 }) });
const calls = fc.array(call, { maxLength: 3 });
const round = fc.record({ says: fc.constantFrom("", "Let me look."), calls });
const rounds = fc.array(round, { maxLength: 3 });
const beside = fc.record({
  left: fc.array(call, { maxLength: 2 }),
  right: fc.array(call, { maxLength: 2 }),
  late: fc.nat({ max: 1 }),
});

export const scripts: fc.Arbitrary<Script> = fc.record({
  before: rounds,
  mark: beside,
  span: rounds,
  rewind: beside.map((given) => ({ ...given, late: 0 })),
  after: rounds,
  goal: fc.constantFrom("find the bug", "who calls it?"),
  report: fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== ""),
});

/** The items of a script. Each text and id names its part, so that a test can check what is left. */
export function itemsOf(script: Script): Item[] {
  const { before, mark, span, rewind, after, goal, report } = script;
  return play([
    { part: "before", user: true, rounds: before },
    {
      part: "mark",
      rounds: [
        { says: "I mark this.", calls: [...mark.left, checkpointCall(goal, mark.late), ...mark.right] },
      ],
    },
    { part: "span", user: true, rounds: span },
    {
      part: "rewind",
      rounds: [{ says: "I know enough.", calls: [...rewind.left, rewindCall(report), ...rewind.right] }],
    },
    { part: "after", user: true, rounds: after },
  ]);
}

export function checkpointCall(goal: string, late = 0): Round["calls"][number] {
  return { name: "checkpoint", late, input: { goal }, result: checkpointResult(goal) };
}

export function rewindCall(report: string, to?: string): Round["calls"][number] {
  return { name: "rewind", late: 0, input: { report, ...(to ? { to } : {}) }, result: rewindResult() };
}

export function play(parts: { part: string; user?: boolean; rounds: Round[] }[]): Item[] {
  const items: Item[] = [];
  let waiting: { due: number; item: Item }[] = [];
  let now = 0;
  const deliver = (until: number) => {
    for (const { due, item } of waiting) if (due <= until) items.push(item);
    waiting = waiting.filter(({ due }) => due > until);
  };
  for (const { part, user, rounds: all } of parts) {
    if (user) items.push({ type: "user", text: `${part}: a wish` });
    for (const { says, calls: made } of all) {
      now += 1;
      const named = made.map((one, i) => ({ ...one, id: `${part}-${now}-${i}` }));
      if (says === "" && named.length === 0) continue;
      items.push({
        type: "assistant",
        text: says === "" ? "" : `${part}: ${says}`,
        calls: named.map(({ id, name, input = { path: `${part}.ts` } }) => ({ id, name, input })),
      });
      for (const { id, name, late, result = `${part}: found` } of named)
        waiting.push({ due: now + late, item: { type: "result", call: id, name, text: result } });
      deliver(now);
    }
  }
  deliver(Number.POSITIVE_INFINITY);
  return items;
}

export function toOpenAi(items: readonly Item[]): OpenAiMessage[] {
  return items.map((item) => {
    if (item.type === "user") return { role: "user", content: item.text };
    if (item.type === "result") return { role: "tool", tool_call_id: item.call, content: item.text };
    const made = item.calls.map(({ id, name, input }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }));
    return {
      role: "assistant",
      content: item.text || null,
      ...(made.length > 0 ? { tool_calls: made } : {}),
    };
  });
}

/** Results that arrive together are one message, as the API requires. */
export function toAnthropic(items: readonly Item[]): AnthropicMessage[] {
  const messages: { role: string; content: { type: string }[] }[] = [];
  let wasResult = false;
  for (const item of items) {
    if (item.type === "result") {
      const block = {
        type: "tool_result",
        tool_use_id: item.call,
        content: [{ type: "text", text: item.text }],
      };
      const last = messages.at(-1);
      if (wasResult && last) last.content.push(block);
      else messages.push({ role: "user", content: [block] });
    } else if (item.type === "user") {
      messages.push({ role: "user", content: [{ type: "text", text: item.text } as { type: string }] });
    } else {
      const words = item.text === "" ? [] : [{ type: "text", text: item.text }];
      const made = item.calls.map((one) => ({ type: "tool_use", ...one }));
      messages.push({ role: "assistant", content: [...words, ...made] });
    }
    wasResult = item.type === "result";
  }
  return messages;
}

export function toAiSdk(items: readonly Item[]): AiSdkMessage[] {
  return items.map((item) => {
    if (item.type === "user") return { role: "user", content: item.text };
    if (item.type === "result") {
      const output = { type: "text", value: item.text };
      return {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: item.call, toolName: item.name, output }],
      };
    }
    const words = item.text === "" ? [] : [{ type: "text", text: item.text }];
    const made = item.calls.map(({ id, name, input }) => ({
      type: "tool-call",
      toolCallId: id,
      toolName: name,
      input,
    }));
    return { role: "assistant", content: [...words, ...made] };
  });
}

/** Like LangChain's classes. */
export class FakeLangChainMessage {
  readonly #type: string;
  content: unknown = "";
  tool_calls?: { id: string; name: string; args: unknown }[];
  tool_call_id?: string;
  type: string;

  constructor(type: string, fields: object) {
    this.#type = type;
    this.type = type;
    Object.assign(this, fields);
  }

  getType(): string {
    // A copy that only shares the prototype would have no private fields.
    return #type in this ? this.#type : (this as { type: string }).type;
  }
}

export function toLangChain(items: readonly Item[]): FakeLangChainMessage[] {
  return items.map((item) => {
    if (item.type === "user") return new FakeLangChainMessage("human", { content: item.text });
    if (item.type === "result")
      return new FakeLangChainMessage("tool", { content: item.text, tool_call_id: item.call });
    const tool_calls = item.calls.map(({ id, name, input }) => ({ id, name, args: input }));
    return new FakeLangChainMessage("ai", { content: item.text, tool_calls });
  });
}

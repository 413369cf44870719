import * as z from "zod";
import type { ForkRequest } from "../../../kernel/agent/agent.ts";
import { tryParseJson } from "../../../text/json-text.ts";
import type { CopiedLine } from "../transcript/copied-lines.ts";

const OWN_NAMESPACE = "mcp__holdfast";
/** Covers the difference between the client's clock and ours, and the duration of a call. */
const CLOCK_TOLERANCE_MS = 60_000;

const OwnCall = z.object({
  type: z.literal("function_call"),
  namespace: z.literal(OWN_NAMESPACE),
  name: z.literal("checkpoint"),
  arguments: z.string(),
});
/** The client's own record of a call, next to the exchange with the model. */
const OwnItem = z.object({
  type: z.literal("item_completed"),
  item: z.looseObject({
    type: z.literal("McpToolCall"),
    id: z.string(),
    server: z.literal("holdfast"),
    tool: z.literal("checkpoint"),
    arguments: z.unknown(),
    result: z.object({ content: z.array(z.unknown()) }).nullish(),
  }),
});
const Text = z.object({ text: z.string() });

/** The call that set the mark, as the thread contains it. */
interface MarkCall {
  /** The line in which the model made the call, or wrote the script that made it. */
  index: number;
  callId: string;
  /** The id of the client's own record of the call; undefined if the client was killed before it wrote one. */
  item?: string | undefined;
  /** Set if a script made the call: the text of our result, which the script's output may contain. */
  inScript?: string | undefined;
}

/**
 * The lines up to a mark. The model's answer that set it is kept whole, with its other calls and their results.
 * Undefined if the mark is not in the thread.
 */
export function cutAtMark(
  lines: readonly CopiedLine[],
  { mark, completed }: Pick<ForkRequest, "mark" | "completed">,
): CopiedLine[] | undefined {
  const marked = findMark(lines, mark);
  if (!marked) return undefined;
  const answer = answerAround(lines, marked.index);
  const calls = new Set(answer.flatMap((index) => callOf(lines[index]) ?? []));
  const results = lines.flatMap((line, index) => (calls.has(resultOf(line) ?? "") ? [index] : []));
  const end = Math.max(...answer, ...results);
  return withoutUnanswered(lines.slice(0, end + 1)).map((line) => withCompleted(line, marked, completed));
}

/** Removes calls without a result: the model would wait for one. */
export function withoutUnanswered(lines: readonly CopiedLine[]): CopiedLine[] {
  const answered = new Set(lines.flatMap((line) => resultOf(line) ?? []));
  return lines.filter((line) => {
    const call = callOf(line);
    return call === undefined || answered.has(call);
  });
}

function findMark(lines: readonly CopiedLine[], mark: ForkRequest["mark"]): MarkCall | undefined {
  const isMark = (line: CopiedLine, input: unknown) =>
    Math.abs(Date.parse(line.timestamp) - mark.at) < CLOCK_TOLERANCE_MS && isGoal(input, mark.goal);
  const index = lines.findLastIndex((line) => {
    const call = OwnCall.safeParse(line.payload);
    return call.success && isMark(line, tryParseJson(call.data.arguments));
  });
  const callId = callOf(lines[index]);
  if (callId !== undefined) return { index, callId, item: callId };
  const noted = lines.findLastIndex((line) => {
    const item = OwnItem.safeParse(line.payload).data?.item;
    return item !== undefined && isMark(line, item.arguments);
  });
  return noted < 0 ? undefined : inScript(lines, noted);
}

/** Some models write a script that makes the calls. Then the call that runs the script is the one to keep. */
function inScript(lines: readonly CopiedLine[], noted: number): MarkCall | undefined {
  const before = lines.slice(0, noted);
  const answered = new Set(before.flatMap((line) => resultOf(line) ?? []));
  const index = before.findLastIndex(
    (line) => !answered.has(callOf(line) ?? "") && callOf(line) !== undefined,
  );
  const callId = callOf(lines[index]);
  const item = OwnItem.safeParse(lines[noted]?.payload).data?.item;
  if (callId === undefined || !item) return undefined;
  const text = (item.result?.content ?? []).flatMap((part) => Text.safeParse(part).data?.text ?? []);
  return { index, callId, item: item.id, inScript: text.join("\n") };
}

function isGoal(input: unknown, goal: string): boolean {
  return typeof input === "object" && input !== null && "goal" in input && input.goal === goal;
}

/** The lines of one answer of the model. They follow each other, up to a result or a message from someone else. */
function answerAround(lines: readonly CopiedLine[], index: number): number[] {
  const items = lines.flatMap(({ type }, at) => (type === "response_item" ? [at] : []));
  const here = items.indexOf(index);
  const isEnd = (at: number) => !isFromModel(lines[at]);
  const begin = items.slice(0, here).findLastIndex(isEnd) + 1;
  const next = items.slice(here).findIndex(isEnd);
  return items.slice(begin, next < 0 ? undefined : here + next);
}

function isFromModel(line: CopiedLine | undefined): boolean {
  const { type, role } = line?.payload ?? {};
  return resultOf(line) === undefined && (type !== "message" || role === "assistant");
}

function callOf(line: CopiedLine | undefined): string | undefined {
  return resultOf(line) === undefined ? exchangeId(line) : undefined;
}

function resultOf(line: CopiedLine | undefined): string | undefined {
  return line?.payload.type?.endsWith("_output") ? exchangeId(line) : undefined;
}

function exchangeId(line: CopiedLine | undefined): string | undefined {
  const id = line?.type === "response_item" ? line.payload["call_id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** Replaces the result of the mark's call, so that it no longer asks for a rewind. */
function withCompleted(
  line: CopiedLine,
  { callId, item, inScript }: MarkCall,
  completed: string,
): CopiedLine {
  const { payload } = line;
  if (resultOf(line) === callId) {
    const text = { type: "input_text", text: completed };
    const whole = Array.isArray(payload["output"]) ? [text] : completed;
    const output = inScript === undefined ? whole : replaceText(payload["output"], inScript, completed);
    return { ...line, payload: { ...payload, output } };
  }
  const noted = OwnItem.safeParse(payload).data?.item;
  if (noted?.id !== item || !noted) return line;
  const result = { ...noted.result, content: [{ type: "text", text: completed }] };
  return { ...line, payload: { ...payload, item: { ...noted, result } } };
}

/** A script prints a text as it is or as JSON, perhaps as JSON within JSON. */
function replaceText(value: unknown, text: string, by: string): unknown {
  if (text === "") return value;
  if (Array.isArray(value)) return value.map((part) => replaceText(part, text, by));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaceText(part, text, by)]));
  if (typeof value !== "string") return value;
  const inJson = (part: string) => JSON.stringify(part).slice(1, -1);
  return value
    .replaceAll(text, by)
    .replaceAll(inJson(text), inJson(by))
    .replaceAll(inJson(inJson(text)), inJson(inJson(by)));
}

import * as z from "zod";
import type { ForkRequest } from "../../../kernel/agent/agent.ts";
import { tryParseJson } from "../../../text/json-text.ts";
import type { CopiedLine } from "../transcript/copied-lines.ts";

const OWN_NAMESPACE = "mcp__holdfast";
/** The clocks of the client and ours, and the time that a call takes. */
const NEAR_MS = 60_000;

const OwnCall = z.object({
  type: z.literal("function_call"),
  namespace: z.literal(OWN_NAMESPACE),
  name: z.literal("checkpoint"),
  arguments: z.string(),
});
/** What the client notes of a call beside the exchange with the model. */
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

/** The mark's call as the thread has it. */
interface Marked {
  /** Where the model made the call, or wrote the script that made it. */
  place: number;
  callId: string;
  /** What the client noted of the call; undefined if it was killed before. */
  item?: string | undefined;
  /** Where a script made the call: the text of our result, which the script's output may contain. */
  inScript?: string | undefined;
}

/**
 * The lines up to a mark. The answer of the model that set it stays whole: its other calls, with their results. Undefined
 * where the thread does not have the mark.
 */
export function cutAtMark(
  lines: readonly CopiedLine[],
  { mark, completed }: Pick<ForkRequest, "mark" | "completed">,
): CopiedLine[] | undefined {
  const marked = findMark(lines, mark);
  if (!marked) return undefined;
  const answer = answerAround(lines, marked.place);
  const calls = new Set(answer.flatMap((place) => callOf(lines[place]) ?? []));
  const results = lines.flatMap((line, place) => (calls.has(resultOf(line) ?? "") ? [place] : []));
  const end = Math.max(...answer, ...results);
  return withoutUnanswered(lines.slice(0, end + 1)).map((line) => withCompleted(line, marked, completed));
}

/** A call that was never answered would leave the model waiting. */
export function withoutUnanswered(lines: readonly CopiedLine[]): CopiedLine[] {
  const answered = new Set(lines.flatMap((line) => resultOf(line) ?? []));
  return lines.filter((line) => {
    const call = callOf(line);
    return call === undefined || answered.has(call);
  });
}

function findMark(lines: readonly CopiedLine[], mark: ForkRequest["mark"]): Marked | undefined {
  const isMark = (line: CopiedLine, input: unknown) =>
    Math.abs(Date.parse(line.timestamp) - mark.at) < NEAR_MS && isGoal(input, mark.goal);
  const place = lines.findLastIndex((line) => {
    const call = OwnCall.safeParse(line.payload);
    return call.success && isMark(line, tryParseJson(call.data.arguments));
  });
  const callId = callOf(lines[place]);
  if (callId !== undefined) return { place, callId, item: callId };
  const noted = lines.findLastIndex((line) => {
    const item = OwnItem.safeParse(line.payload).data?.item;
    return item !== undefined && isMark(line, item.arguments);
  });
  return noted < 0 ? undefined : inScript(lines, noted);
}

/** Some models write scripts that make the calls: then the script is what stays. */
function inScript(lines: readonly CopiedLine[], noted: number): Marked | undefined {
  const before = lines.slice(0, noted);
  const answered = new Set(before.flatMap((line) => resultOf(line) ?? []));
  const place = before.findLastIndex(
    (line) => !answered.has(callOf(line) ?? "") && callOf(line) !== undefined,
  );
  const callId = callOf(lines[place]);
  const item = OwnItem.safeParse(lines[noted]?.payload).data?.item;
  if (callId === undefined || !item) return undefined;
  const text = (item.result?.content ?? []).flatMap((part) => Text.safeParse(part).data?.text ?? []);
  return { place, callId, item: item.id, inScript: text.join("\n") };
}

function isGoal(input: unknown, goal: string): boolean {
  return typeof input === "object" && input !== null && "goal" in input && input.goal === goal;
}

/** Where the parts of one answer of the model are: they follow each other, up to a result or a message of someone else. */
function answerAround(lines: readonly CopiedLine[], place: number): number[] {
  const items = lines.flatMap(({ type }, at) => (type === "response_item" ? [at] : []));
  const here = items.indexOf(place);
  const isEnd = (at: number) => !isModels(lines[at]);
  const begin = items.slice(0, here).findLastIndex(isEnd) + 1;
  const next = items.slice(here).findIndex(isEnd);
  return items.slice(begin, next < 0 ? undefined : here + next);
}

function isModels(line: CopiedLine | undefined): boolean {
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

/** The kept result of the mark no longer asks for a rewind. */
function withCompleted(line: CopiedLine, { callId, item, inScript }: Marked, completed: string): CopiedLine {
  const { payload } = line;
  if (resultOf(line) === callId) {
    const text = { type: "input_text", text: completed };
    const whole = Array.isArray(payload["output"]) ? [text] : completed;
    const output = inScript === undefined ? whole : replaced(payload["output"], inScript, completed);
    return { ...line, payload: { ...payload, output } };
  }
  const noted = OwnItem.safeParse(payload).data?.item;
  if (noted?.id !== item || !noted) return line;
  const result = { ...noted.result, content: [{ type: "text", text: completed }] };
  return { ...line, payload: { ...payload, item: { ...noted, result } } };
}

/** A script prints a text as it is or as JSON, perhaps as JSON within JSON. */
function replaced(value: unknown, text: string, by: string): unknown {
  if (text === "") return value;
  if (Array.isArray(value)) return value.map((part) => replaced(part, text, by));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaced(part, text, by)]));
  if (typeof value !== "string") return value;
  const inJson = (part: string) => JSON.stringify(part).slice(1, -1);
  return value
    .replaceAll(text, by)
    .replaceAll(inJson(text), inJson(by))
    .replaceAll(inJson(inJson(text)), inJson(inJson(by)));
}

import * as z from "zod";
import { Blocks, fieldOf, partText, stringOf } from "../../blocks.ts";
import { jsonLines } from "../../files/json-lines.ts";
import { typedParts } from "../prompts.ts";

/** As the client's own types allow: a string, a part, or a list of both. */
const Content = z.union([z.string(), Blocks, z.looseObject({}).transform((part): unknown[] => [part])]);
const Head = { id: z.string(), timestamp: z.string().optional() };

const UserMessage = z.object({ ...Head, type: z.literal("user"), content: Content });
const ToolCall = z.object({
  id: z.string(),
  name: z.string(),
  args: z.unknown(),
  status: z.string().optional(),
  result: z.unknown().optional(),
});
function isNamedCall(call: unknown): boolean {
  return stringOf(call, "id") !== undefined && stringOf(call, "name") !== undefined;
}

/** An answer without usage numbers has `tokens: null` and is valid. */
const GeminiMessage = z.object({
  ...Head,
  type: z.literal("gemini"),
  content: Content,
  model: z.string().optional().catch(undefined),
  tokens: z.object({ input: z.number() }).optional().catch(undefined),
  toolCalls: Blocks.transform((calls) => calls.filter(isNamedCall))
    .transform((calls) => calls.flatMap((call) => ToolCall.safeParse(call).data ?? []))
    .optional()
    .catch(undefined),
});
const InfoMessage = z.object({ ...Head, type: z.literal("info"), content: Content });
const MESSAGES = { user: UserMessage, gemini: GeminiMessage, info: InfoMessage };
export type Message = z.infer<(typeof MESSAGES)[keyof typeof MESSAGES]>;

/** A message, or the point where the client replaced the history so far with a summary. */
export type HistoryItem = Message | Compression;
/** `text` is the summary. */
export interface Compression {
  type: "compression";
  id: string;
  timestamp: string | undefined;
  text: string;
}

const Patch = z.object({ $set: z.looseObject({ messages: Blocks.optional() }) });
const SNAPSHOT = "<state_snapshot>";
const SNAPSHOT_TAGS = /<\/?state_snapshot>/g;

/**
 * Applies the file's lines in order: the last version of a message counts, a compression keeps the history before it, a
 * rewind drops its message and everything after it. A damaged line is counted and skipped.
 */
export function foldLines(bytes: Buffer): { history: HistoryItem[]; damaged: number } {
  const history: History = { items: new Map(), order: [] };
  let damaged = 0;
  let read = 0;
  for (const value of jsonLines(bytes)) {
    if (value === undefined) damaged += 1;
    else foldLine(history, value, `line-${history.items.size}-${read++}`);
  }
  return { history: [...history.items.values()], damaged };
}

/** `order` holds the ids, so that a rewind removes from the end without searching all items. */
interface History {
  items: Map<string, HistoryItem>;
  order: string[];
}

function keep({ items, order }: History, item: HistoryItem): void {
  if (!items.has(item.id)) order.push(item.id);
  items.set(item.id, item);
}

/** Chooses the schema by the type: a schema that rejects a line takes ten times as long as one that accepts it. */
function foldLine(history: History, value: unknown, key: string): void {
  const message = readMessage(value);
  if (message !== undefined) keep(history, message);
  else if (fieldOf(value, "$set") !== undefined) {
    const patch = Patch.safeParse(value);
    if (patch.success) foldPatch(history, patch.data.$set.messages ?? [], key);
  } else if (stringOf(value, "$rewindTo") !== undefined)
    dropFrom(history, stringOf(value, "$rewindTo") ?? "");
}

function readMessage(value: unknown): Message | undefined {
  const type = stringOf(value, "type");
  if (type !== "user" && type !== "gemini" && type !== "info") return undefined;
  return stringOf(value, "id") === undefined ? undefined : MESSAGES[type].safeParse(value).data;
}

/** After a compression, a new list contains a summary and copies under new ids; at a start, known or new messages. */
function foldPatch(history: History, messages: readonly unknown[], key: string): void {
  const known = messages.flatMap((message) => readMessage(message) ?? []);
  const summary = known.find((message) => message.type === "user" && contentText(message).includes(SNAPSHOT));
  if (summary) {
    const text = contentText(summary).replace(SNAPSHOT_TAGS, "").trim();
    keep(history, { type: "compression", id: key, timestamp: summary.timestamp, text });
    return;
  }
  const said = hasSingleTimestamp(known) ? earlierTexts(history, known) : undefined;
  for (const message of known) {
    if (said && textsOf(message).every((text) => said.has(text))) drop(history, message.id);
    else if (!history.items.has(message.id)) keep(history, message);
  }
}

/** After a cancelled turn the client rewrites its history: new ids, one timestamp for all, prompts joined. */
function hasSingleTimestamp([first, ...others]: readonly Message[]): boolean {
  return first?.timestamp !== undefined && others.every(({ timestamp }) => timestamp === first.timestamp);
}

function earlierTexts({ items }: History, copies: readonly Message[]): Set<string> {
  const copied = new Set(copies.map(({ id }) => id));
  const earlier = [...items.values()].filter(({ id }) => !copied.has(id));
  return new Set(earlier.flatMap((item) => (item.type === "compression" ? [] : textsOf(item))));
}

function drop({ items, order }: History, id: string): void {
  items.delete(id);
  const index = order.lastIndexOf(id);
  if (index !== -1) order.splice(index, 1);
}

/** An unknown message precedes all known ones: the client then drops everything. */
function dropFrom({ items, order }: History, id: string): void {
  const isKnown = items.has(id);
  for (let last = order.pop(); last !== undefined; last = order.pop()) {
    items.delete(last);
    if (isKnown && last === id) return;
  }
}

/** The text parts of a message, joined by line feeds. */
export function contentText(message: Message): string {
  return partsOf(message).join("\n");
}

/** The texts of a message, without additions by hooks and the client. */
export function textsOf(message: Message): string[] {
  return typedParts(partsOf(message));
}

function partsOf({ content }: Message): string[] {
  if (typeof content === "string") return [content];
  return content.flatMap((part) => (typeof part === "string" ? part : (partText(part) ?? [])));
}

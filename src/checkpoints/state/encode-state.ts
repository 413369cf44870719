import { HoldfastError } from "../../kernel/errors.ts";
import type { JsonValue } from "../../kernel/json.ts";
import { isPlainObject, MAX_DEPTH, refused, scalarText, sortedKeys, stringText } from "./canonical-text.ts";
import { cutRuns, keyBits, textBits } from "./cut-runs.ts";
import { nodeKey } from "./node-key.ts";

/** Values up to this many characters of canonical text stand inside their parent's node. */
const INLINE_LIMIT = 256;

export interface EncodedState {
  root: string;
  nodes: Map<string, Uint8Array>;
}

/** A child as its parent holds it: its text, or the key of its node. */
export type Entry = { text: string } | { key: string };

/**
 * Turns a value into the nodes of the state tree. Equal values have equal roots whatever their key order.
 * Node bytes are one letter and JSON: `v` a value, `n` an integer beyond doubles, `l`/`o` a run of a list or an
 * object, `t`/`m` an inner node over runs. Throws `invalid_input` with the path for what is not JSON.
 */
export function encodeState(value: JsonValue): EncodedState {
  const nodes = new Map<string, Uint8Array>();
  const put = (text: string): string => {
    const key = nodeKey(text);
    if (!nodes.has(key)) nodes.set(key, Buffer.from(text));
    return key;
  };
  const entry = encodeValue(value, { put, path: "", depth: 0 });
  return { root: "key" in entry ? entry.key : put(`v${entry.text}`), nodes };
}

export interface Encoding {
  /** Stores a node's text, returns its key. */
  put: (text: string) => string;
  path: string;
  depth: number;
}

export function encodeValue(value: unknown, at: Encoding): Entry {
  if (typeof value === "bigint") return { key: at.put(`n${value}`) };
  if (Array.isArray(value)) return encodeList(value, at);
  if (isPlainObject(value)) return encodeObject(value, at);
  if (!isScalar(value)) throw refused(at.path, `a ${typeof value} is not JSON`);
  const text = scalarText(value, at.path);
  return text.length <= INLINE_LIMIT ? { text } : { key: at.put(`v${text}`) };
}

function encodeList(list: readonly unknown[], at: Encoding): Entry {
  const entries = Array.from(list, (element, i) => encodeValue(element, inside(at, `[${i}]`)));
  const inline = inlineText(entries.map(textOf), "[", "]");
  if (inline !== undefined) return { text: inline };
  return {
    key: putRuns(entries, { letter: "l", inner: "t", write: writeEntry, bits: entryBits, put: at.put }),
  };
}

function encodeObject(object: Readonly<Record<string, unknown>>, at: Encoding): Entry {
  const members = sortedKeys(object).map((key) => ({
    name: stringText(key, at.path),
    entry: encodeValue(object[key], inside(at, `.${key}`)),
  }));
  const texts = members.map(({ name, entry }) => ("text" in entry ? `${name}:${entry.text}` : undefined));
  const inline = inlineText(texts, "{", "}");
  if (inline !== undefined) return { text: inline };
  const write = (member: Member) => `${member.name},${writeEntry(member.entry)}`;
  const bits = (member: Member) => textBits(member.name) ^ entryBits(member.entry);
  return { key: putRuns(members, { letter: "o", inner: "m", write, bits, put: at.put }) };
}

interface Member {
  name: string;
  entry: Entry;
}

interface RunFormat<T> {
  letter: string;
  inner: string;
  write: (entry: T) => string;
  bits: (entry: T) => number;
  put: (text: string) => string;
}

/** Stores the runs, then levels of inner nodes over them, until one node is left: its key. */
export function putRuns<T>(entries: readonly T[], { letter, inner, write, bits, put }: RunFormat<T>): string {
  const runs = entries.length > 0 ? cutRuns(entries, bits) : [[]];
  let level = runs.map((run) => ({ key: put(`${letter}[${run.map(write).join(",")}]`), count: run.length }));
  while (level.length > 1) {
    level = cutRuns(level, ({ key }) => keyBits(key)).map((group) => ({
      key: put(`${inner}[${group.map(({ key, count }) => `["${key}",${count}]`).join(",")}]`),
      count: group.reduce((sum, { count }) => sum + count, 0),
    }));
  }
  const [top] = level;
  if (!top) throw new HoldfastError("internal", "A tree level came out empty.");
  return top.key;
}

/** A list of one holds an inline value; a string is the key of a node. */
function writeEntry(entry: Entry): string {
  return "text" in entry ? `[${entry.text}]` : `"${entry.key}"`;
}

export function entryBits(entry: Entry): number {
  return "text" in entry ? textBits(entry.text) : keyBits(entry.key);
}

function textOf(entry: Entry): string | undefined {
  return "text" in entry ? entry.text : undefined;
}

function inlineText(texts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  let length = 2;
  for (const text of texts) {
    if (text === undefined || (length += text.length + 1) > INLINE_LIMIT) return undefined;
  }
  return open + texts.join(",") + close;
}

function inside(at: Encoding, step: string): Encoding {
  if (at.depth >= MAX_DEPTH) throw refused("", `nested deeper than ${MAX_DEPTH} levels`);
  return { put: at.put, path: at.path.length < 200 ? at.path + step : at.path, depth: at.depth + 1 };
}

function isScalar(value: unknown): value is null | boolean | number | string {
  return value === null || ["boolean", "number", "string"].includes(typeof value);
}

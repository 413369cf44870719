import { HoldfastError } from "../../kernel/errors.ts";
import type { JsonValue } from "../../kernel/json.ts";
import { isPlainObject, MAX_DEPTH, refused, scalarText, sortedKeys, stringText } from "./canonical-text.ts";
import { cutRuns, keyBits, textBits } from "./cut-runs.ts";
import { nodeKey } from "./node-key.ts";

/** Values up to this many characters of canonical text stand inside their parent's node. */
const INLINE_LIMIT = 256;
/** A text or number of an object stands in the object's node up to this: a message is one node, not two. */
const MEMBER_LIMIT = 4_096;

export interface EncodedState {
  root: string;
  nodes: Map<string, Uint8Array>;
}

/** A child as its parent holds it: its text, or the key of its node. `bits` decide where runs end. */
export type Entry = ({ text: string } | { key: string }) & { bits: number };

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
  const entry = encodeValue(value, { put, depth: 0 });
  return { root: "key" in entry ? entry.key : put(`v${entry.text}`), nodes };
}

export interface Encoding {
  /** Stores a node's text, returns its key. */
  put: (text: string) => string;
  depth: number;
  /** The way here, read only to say where something was refused. */
  parent?: Encoding;
  step?: string | number;
  /** How lists are encoded, where somebody remembers what they held before. */
  list?: (list: readonly unknown[], at: Encoding) => Entry;
  /** Stores a run, or knows it by its entries. */
  run?: (entries: readonly Entry[], write: () => string) => string;
}

export function encodeValue(value: unknown, at: Encoding): Entry {
  if (typeof value === "bigint") return keyed(at.put(`n${value}`));
  if (Array.isArray(value)) return at.list ? at.list(value, at) : encodeList(value, at, encodeElement);
  if (isPlainObject(value)) return encodeObject(value, at);
  if (!isScalar(value)) throw refused(pathOf(at), `a ${typeof value} is not JSON`);
  const text = scalarText(value, () => pathOf(at));
  const limit = typeof at.step === "string" ? MEMBER_LIMIT : INLINE_LIMIT;
  return text.length <= limit ? inline(text) : keyed(at.put(`v${text}`));
}

export function encodeElement(element: unknown, at: Encoding, index: number): Entry {
  return encodeValue(element, inside(at, index));
}

export function encodeList(
  list: readonly unknown[],
  at: Encoding,
  encode: (element: unknown, at: Encoding, index: number) => Entry,
): Entry {
  const entries = Array.from(list, (element, i) => encode(element, at, i));
  const text = inlineText(entries, textOf, ["[", "]"]);
  if (text !== undefined) return inline(text);
  return keyed(putRuns(entries, { letter: "l", inner: "t", write: writeEntry, bits: bitsOf, at }));
}

function encodeObject(object: Readonly<Record<string, unknown>>, at: Encoding): Entry {
  const members = sortedKeys(object).map((key) => ({
    name: stringText(key, () => pathOf(at)),
    entry: encodeValue(object[key], inside(at, key)),
  }));
  const textOfMember = ({ name, entry }: Member) => ("text" in entry ? `${name}:${entry.text}` : undefined);
  const text = inlineText(members, textOfMember, ["{", "}"]);
  if (text !== undefined) return inline(text);
  const write = (member: Member) => `${member.name},${writeEntry(member.entry)}`;
  const bits = (member: Member) => textBits(member.name) ^ member.entry.bits;
  return keyed(
    putRuns(members, { letter: "o", inner: "m", write, bits, at: { put: at.put, depth: at.depth } }),
  );
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
  at: Encoding;
}

/** Stores the runs, then levels of inner nodes over them, until one node is left: its key. */
function putRuns<T>(entries: readonly T[], { letter, inner, write, bits, at }: RunFormat<T>): string {
  const runs = entries.length > 0 ? cutRuns(entries, bits) : [[]];
  const store = (run: readonly T[]): string => {
    const text = () => `${letter}[${run.map(write).join(",")}]`;
    return at.run ? at.run(run as readonly Entry[], text) : at.put(text());
  };
  let level = runs.map((run) => ({ key: store(run), count: run.length }));
  while (level.length > 1) {
    level = cutRuns(level, ({ key }) => keyBits(key)).map((group) => ({
      key: at.put(`${inner}[${group.map(({ key, count }) => `["${key}",${count}]`).join(",")}]`),
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

function inline(text: string): Entry {
  return { text, bits: textBits(text) };
}

function keyed(key: string): Entry {
  return { key, bits: keyBits(key) };
}

function bitsOf({ bits }: Entry): number {
  return bits;
}

function textOf(entry: Entry): string | undefined {
  return "text" in entry ? entry.text : undefined;
}

/** The text of a container that is small enough to stand in its parent; undefined when it is not. */
function inlineText<T>(
  items: readonly T[],
  read: (item: T) => string | undefined,
  [open, close]: readonly [string, string],
): string | undefined {
  const texts: string[] = [];
  let length = 2;
  for (const item of items) {
    const text = read(item);
    if (text === undefined) return undefined;
    length += text.length + 1;
    if (length > INLINE_LIMIT) return undefined;
    texts.push(text);
  }
  return open + texts.join(",") + close;
}

function inside(at: Encoding, step: string | number): Encoding {
  if (at.depth >= MAX_DEPTH) throw refused("", `nested deeper than ${MAX_DEPTH} levels`);
  return { ...at, depth: at.depth + 1, parent: at, step };
}

function pathOf({ parent, step }: Encoding): string {
  if (!parent || step === undefined) return "";
  return pathOf(parent) + (typeof step === "number" ? `[${step}]` : `.${step.slice(0, 60)}`);
}

function isScalar(value: unknown): value is null | boolean | number | string {
  return value === null || ["boolean", "number", "string"].includes(typeof value);
}

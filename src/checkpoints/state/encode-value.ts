import { isPlainObject, MAX_DEPTH, objectionTo, refused, scalarText } from "./canonical-text.ts";
import { encodeSequence, INLINE_LIMIT } from "./encode-sequence.ts";
import {
  EMPTY_LIST,
  EMPTY_OBJECT,
  entryOf,
  type Known,
  type KnownList,
  type KnownObject,
  keyed,
  type Member,
  type Scalar,
} from "./known-value.ts";
import { countSettled, recallPlaces } from "./recall-places.ts";
import { coversAll, createSegments, type Segments } from "./segments.ts";

/** A text or number of an object stands in the object's node up to this: a message is one node, not two. */
const MEMBER_LIMIT = 4_096;

export interface Encoding {
  /** Stores a node's text, returns its key. */
  put: (text: string) => string;
  /** Elements of a list that were handed over before are known by their identity, but for the last ones. */
  immutable: boolean;
  /** The way to the value at hand. */
  path: (string | number)[];
}

/** Encodes a value, given what is known of the one before it. The same memory comes back when nothing has changed. */
export function encodeValue(value: unknown, known: Known | undefined, at: Encoding): Known {
  if (Array.isArray(value)) return encodeList(value, typed(known, "list") ?? EMPTY_LIST, at);
  if (isPlainObject(value)) return encodeObject(value, typed(known, "object") ?? EMPTY_OBJECT, at);
  return encodeScalar(value, known, at);
}

function encodeScalar(value: unknown, known: Known | undefined, at: Encoding): Known {
  const node = typed(known, "node");
  if (node && node.value === value) return node;
  if (typeof value === "bigint") return { type: "node", value, entry: keyed(at.put(`n${value}`)) };
  const objection = objectionTo(value);
  if (objection) throw refused(at.path, objection);
  if (typeof value !== "string") return value as Scalar;
  const limit = typeof at.path.at(-1) === "string" ? MEMBER_LIMIT : INLINE_LIMIT;
  // A text is two characters longer than its value, or more.
  const text = value.length * 6 + 2 <= limit ? "" : scalarText(value);
  return text.length <= limit ? value : { type: "node", value, entry: keyed(at.put(`v${text}`)) };
}

function encodeList(list: readonly unknown[], known: KnownList, at: Encoding): Known {
  const { items: before, levels: over } = known;
  const settled = at.immutable ? countSettled(list, known) : 0;
  const { segments: same, note } = createSegments(settled);
  const placeOf = recallPlaces(known);
  const items = before.slice(0, settled);
  for (let i = settled; i < list.length; i++) {
    const place = placeOf(list[i], i);
    const item = encodeChild(list[i], before[place], i, at);
    if (place < before.length && Object.is(item, before[place])) note(i, place);
    items.push(item);
  }
  if (coversAll(same, items.length, before.length)) return known;
  const entry = (i: number) => entryOf(items[i] as Known);
  const encoded = encodeSequence({ length: items.length, entry, same, over }, at.put);
  return { type: "list", values: [...list], items, ...encoded };
}

function encodeObject(object: Readonly<Record<string, unknown>>, known: KnownObject, at: Encoding): Known {
  const keys = Object.keys(object);
  const isAlike = keys.length === known.keys.length && keys.every((key, i) => key === known.keys[i]);
  const recalled = isAlike ? known.items : recallMembers(keys, known);
  const items = keys.map((key, i) => {
    const value = object[key];
    return value === undefined ? undefined : encodeChild(value, recalled[i], key, at);
  });
  if (isAlike && items.every((item, i) => Object.is(item, recalled[i]))) return known;
  const members = sortedMembers(keys, items, at);
  const children = {
    length: members.length,
    entry: (i: number) => entryOf((members[i] as Member).item),
    name: (i: number) => (members[i] as Member).name,
    same: sameMembers(members, known.members),
    over: known.levels,
  };
  const encoded = encodeSequence(children, at.put);
  return { type: "object", keys, items, members: encoded.levels.length > 0 ? members : [], ...encoded };
}

function encodeChild(value: unknown, known: Known | undefined, step: string | number, at: Encoding): Known {
  // Most children are scalars that did not change. One zero is not the other, though `===` says so.
  if (known !== undefined && value === known && value !== 0) return known;
  if (at.path.length >= MAX_DEPTH) throw refused([], `nested deeper than ${MAX_DEPTH} levels`);
  at.path.push(step);
  const child = encodeValue(value, known, at);
  at.path.pop();
  return child;
}

function recallMembers(keys: readonly string[], known: KnownObject): (Known | undefined)[] {
  const byKey = new Map(known.keys.map((key, i) => [key, known.items[i]]));
  return keys.map((key) => byKey.get(key));
}

/** Keys in the order of their UTF-16 units; a key without a value is absent, as in JSON. */
function sortedMembers(
  keys: readonly string[],
  items: readonly (Known | undefined)[],
  at: Encoding,
): Member[] {
  const members: Member[] = [];
  for (const [i, name] of keys.entries()) {
    const item = items[i];
    if (item === undefined) continue;
    const objection = objectionTo(name);
    if (objection) throw refused(at.path, objection);
    members.push({ name, item });
  }
  return members.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function sameMembers(members: readonly Member[], before: readonly Member[]): Segments {
  const { segments, note } = createSegments(0);
  let place = 0;
  for (const [i, { name, item }] of members.entries()) {
    while (place < before.length && (before[place]?.name ?? "") < name) place++;
    const old = before[place];
    if (old?.name === name && Object.is(old.item, item)) note(i, place);
  }
  return segments;
}

function typed<Type extends "node" | "list" | "object">(
  known: Known | undefined,
  type: Type,
): Extract<Known, { type: Type }> | undefined {
  const isTyped = typeof known === "object" && known !== null && known.type === type;
  return isTyped ? (known as Extract<Known, { type: Type }>) : undefined;
}

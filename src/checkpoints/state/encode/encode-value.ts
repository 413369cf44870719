import { invalidScalarReason, invalidState, isPlainObject, MAX_DEPTH, scalarText } from "./canonical-text.ts";
import { encodeSequence, type Put, TINY } from "./encode-sequence.ts";
import {
  emptyList,
  emptyObject,
  type Known,
  type KnownList,
  type KnownObject,
  type KnownScalar,
  type Member,
  type Scalar,
  SMALL,
} from "./known-value.ts";
import { countUnchangedPrefix, createPreviousIndexLookup } from "./previous-index.ts";
import { createSegments, isUnchanged, type Segments } from "./segments.ts";

export interface Encoding {
  put: Put;
  /** Elements of a list that were passed before are compared by identity, except the last ones. */
  immutable: boolean;
  /** The path of the current value. */
  path: (string | number)[];
}

/** Encodes a value, given the previous one. Returns the same object if nothing has changed. */
export function encodeValue(value: unknown, known: Known | undefined, at: Encoding): Known {
  if (Array.isArray(value)) return encodeList(value, typed(known, "list") ?? emptyList(), at);
  if (isPlainObject(value)) return encodeObject(value, typed(known, "object") ?? emptyObject(), at);
  return encodeScalar(value, known, at);
}

function encodeScalar(value: unknown, known: Known | undefined, at: Encoding): Scalar | KnownScalar {
  const before = typed(known, "scalar");
  if (before && before.value === value) return before;
  if (typeof value === "bigint") return { type: "scalar", value, isSmall: false, key: at.put(`n${value}`) };
  const reason = invalidScalarReason(value);
  if (reason) throw invalidState(at.path, reason);
  if (typeof value !== "string") return value as Scalar;
  // A character takes at most six, as in \u0000.
  if (value.length * 6 + 2 <= TINY) return value;
  const text = scalarText(value);
  if (text.length <= TINY) return value;
  const isSmall = text.length <= SMALL;
  return { type: "scalar", value, isSmall, key: isSmall ? undefined : at.put(`v${text}`) };
}

function encodeList(list: readonly unknown[], known: KnownList, at: Encoding): Known {
  const { items: before, levels: over } = known;
  const unchanged = at.immutable ? countUnchangedPrefix(list, known) : 0;
  const { segments: same, add } = createSegments(unchanged);
  const previousIndexOf = createPreviousIndexLookup(known);
  const fresh: Known[] = [];
  for (let i = unchanged; i < list.length; i++) {
    const index = previousIndexOf(list[i], i);
    const child = encodeChild(list[i], before[index], i, at);
    if (index < before.length && Object.is(child, before[index])) add(i, index);
    fresh.push(child);
  }
  const items = unchanged === 0 ? fresh : before.slice(0, unchanged).concat(fresh);
  if (isUnchanged(same, items.length, before.length)) return known;
  const item = (i: number) => items[i] as Known;
  const encoded = encodeSequence({ length: items.length, item, same, over }, at.put);
  return { type: "list", values: [...list], items, ...encoded };
}

function encodeObject(object: Readonly<Record<string, unknown>>, known: KnownObject, at: Encoding): Known {
  const keys = Object.keys(object);
  const hasSameKeys = keys.length === known.keys.length && keys.every((key, i) => key === known.keys[i]);
  const previous = hasSameKeys ? known.items : previousMembers(keys, known);
  const items = keys.map((key, i) => {
    const value = object[key];
    return value === undefined ? undefined : encodeChild(value, previous[i], key, at);
  });
  if (hasSameKeys && items.every((item, i) => Object.is(item, previous[i]))) return known;
  const members = membersOf(keys, items, at);
  const children = {
    length: members.length,
    item: (i: number) => (members[i] as Member).item,
    name: (i: number) => (members[i] as Member).name,
    same: sameMembers(members, known.members),
    over: known.levels,
  };
  const encoded = encodeSequence(children, at.put);
  return { type: "object", keys, items, members: encoded.levels.length > 0 ? members : [], ...encoded };
}

function encodeChild(value: unknown, known: Known | undefined, step: string | number, at: Encoding): Known {
  // Most children are unchanged scalars. 0 and -0 differ, although `===` treats them as equal.
  if (known !== undefined && value === known && value !== 0) return known;
  if (at.path.length >= MAX_DEPTH) throw invalidState([], `nested deeper than ${MAX_DEPTH} levels`);
  at.path.push(step);
  const child = encodeValue(value, known, at);
  at.path.pop();
  return child;
}

function previousMembers(keys: readonly string[], known: KnownObject): (Known | undefined)[] {
  const byKey = new Map(known.keys.map((key, i) => [key, known.items[i]]));
  return keys.map((key) => byKey.get(key));
}

/** The members in the order of their keys, which readers get back. As in JSON, undefined members are absent. */
function membersOf(keys: readonly string[], items: readonly (Known | undefined)[], at: Encoding): Member[] {
  const members: Member[] = [];
  for (const [i, name] of keys.entries()) {
    const item = items[i];
    if (item === undefined) continue;
    const reason = invalidScalarReason(name);
    if (reason) throw invalidState(at.path, reason);
    members.push({ name, item });
  }
  return members;
}

/** Members usually keep their order, so that the next one is expected behind the one that was found last. */
function sameMembers(members: readonly Member[], before: readonly Member[]): Segments {
  const { segments, add } = createSegments(0);
  let byName: ReadonlyMap<string, number> | undefined;
  let expected = 0;
  for (const [i, { name, item }] of members.entries()) {
    let index: number | undefined = expected;
    if (before[expected]?.name !== name) {
      byName ??= new Map(before.map((member, at) => [member.name, at]));
      index = byName.get(name);
    }
    if (index === undefined) continue;
    if (Object.is(before[index]?.item, item)) add(i, index);
    expected = index + 1;
  }
  return segments;
}

function typed<Type extends "scalar" | "list" | "object">(
  known: Known | undefined,
  type: Type,
): Extract<Known, { type: Type }> | undefined {
  const isTyped = typeof known === "object" && known !== null && known.type === type;
  return isTyped ? (known as Extract<Known, { type: Type }>) : undefined;
}

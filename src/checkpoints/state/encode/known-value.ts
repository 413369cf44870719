import { scalarText } from "./canonical-text.ts";
import { hashKey, hashText } from "./run-boundary.ts";
import type { Levels } from "./update-levels.ts";

/**
 * A value of up to this many characters of canonical text may be inlined in its parent's node (see `encodeSequence`).
 */
export const SMALL = 4_096;

export type Scalar = null | boolean | number | string;

/**
 * An encoded value, with enough information to detect whether it is still the same. A short scalar represents itself.
 * Strings are shared with the caller, since they are immutable. Nothing in here changes later, except that a key is
 * added when it is needed.
 */
export type Known = Scalar | KnownScalar | KnownList | KnownObject;

/** A scalar that may need a node of its own. */
export interface KnownScalar {
  type: "scalar";
  value: string | bigint;
  isSmall: boolean;
  key: string | undefined;
}

/** The text of a small container, otherwise the key of its node. */
export interface Container {
  text: string | undefined;
  key: string | undefined;
  hash: number;
  /** Empty for small ones. */
  levels: Levels;
}

export interface KnownList extends Container {
  type: "list";
  /** The original elements, for a comparison by identity; `items` holds their encodings. */
  values: readonly unknown[];
  items: readonly Known[];
}

export interface KnownObject extends Container {
  type: "object";
  /** In the order of the object; the item of an undefined value is undefined. */
  keys: readonly string[];
  items: readonly (Known | undefined)[];
  /** In the order of the object, without undefined values; empty for small ones. */
  members: readonly Member[];
}

export interface Member {
  name: string;
  item: Known;
}

/** The canonical text of a small value. */
export function textOf(known: Known): string | undefined {
  if (typeof known !== "object" || known === null) return scalarText(known);
  if (known.type !== "scalar") return known.text;
  return known.isSmall && typeof known.value === "string" ? scalarText(known.value) : undefined;
}

/** Decides where runs end. `text` is the result of `textOf`. */
export function hashOf(known: Known, text: string | undefined): number {
  if (typeof known === "object" && known !== null && known.type !== "scalar") return known.hash;
  const key = typeof known === "object" ? known?.key : undefined;
  return text === undefined && key !== undefined ? hashKey(key) : hashText(text ?? "");
}

/** The key of a value's node. `put` stores the node of a small value when its key is first needed. */
export function keyOf(known: Known, put: (text: string) => string): string {
  if (typeof known !== "object" || known === null) return put(`v${scalarText(known)}`);
  known.key ??= put(`v${textOf(known)}`);
  return known.key;
}

/** The known value to start from if there is no previous one. */
export function emptyList(): KnownList {
  return { type: "list", values: [], items: [], ...small("[]") };
}

export function emptyObject(): KnownObject {
  return { type: "object", keys: [], items: [], members: [], ...small("{}") };
}

export function small(text: string): Container {
  return { text, key: undefined, hash: hashText(text), levels: [] };
}

import { scalarText } from "./canonical-text.ts";
import { keyBits, textBits } from "./cut-runs.ts";
import type { Levels } from "./grow-levels.ts";

/** A child as its parent holds it: its text, or the key of its node. `bits` decide where runs end. */
export type Entry = ({ text: string } | { key: string }) & { bits: number };

export type Scalar = null | boolean | number | string;

/**
 * What is remembered of a value when it was encoded: enough to see whether it is still the same, and what became of it.
 * A scalar that stands in its parent is its own memory. Strings are shared with the caller: nobody can change them.
 * Nothing in here is changed later.
 */
export type Known = Scalar | KnownNode | KnownList | KnownObject;

/** A scalar with a node of its own. */
export interface KnownNode {
  type: "node";
  value: string | bigint;
  entry: Entry;
}

export interface KnownList {
  type: "list";
  /** What was handed over, for a comparison by identity; `items` says what it was. */
  values: readonly unknown[];
  items: readonly Known[];
  entry: Entry;
  /** Empty when the list stands in its parent. */
  levels: Levels;
}

export interface KnownObject {
  type: "object";
  /** In the order of the object; its member is undefined where the value was. */
  keys: readonly string[];
  items: readonly (Known | undefined)[];
  /** In canonical order, without what is undefined; only where there are levels over them. */
  members: readonly Member[];
  entry: Entry;
  levels: Levels;
}

export interface Member {
  name: string;
  item: Known;
}

export function inline(text: string): Entry {
  return { text, bits: textBits(text) };
}

export function keyed(key: string): Entry {
  return { key, bits: keyBits(key) };
}

export function entryOf(known: Known): Entry {
  return typeof known === "object" && known !== null ? known.entry : inline(scalarText(known));
}

/** What is known of a list or an object where there was none before: as good as one that was empty. */
export const EMPTY_LIST: KnownList = { type: "list", values: [], items: [], entry: inline("[]"), levels: [] };
export const EMPTY_OBJECT: KnownObject = {
  type: "object",
  keys: [],
  items: [],
  members: [],
  entry: inline("{}"),
  levels: [],
};

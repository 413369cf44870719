import type { JsonValue } from "../../kernel/json.ts";
import { isPlainObject } from "./canonical-text.ts";
import {
  type EncodedState,
  type Encoding,
  type Entry,
  encodeElement,
  encodeList,
  encodeValue,
} from "./encode-state.ts";
import { nodeKey } from "./node-key.ts";
import { createTextMemo } from "./text-memo.ts";

/** Characters of elements remembered by their text: of lists with more, a part is encoded afresh. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** With `immutable` the last elements are looked at all the same: they are the ones that change while streaming. */
const TAIL = 8;
/**
 * Encodes successive states of one run. What it has encoded before costs a comparison, not a hash: elements of lists
 * are known again by their native JSON text, or with `immutable: true` by their identity. The result leaves out nodes
 * that an earlier, confirmed encoding has brought to the store.
 */
export class StateEncoder {
  #byText = createTextMemo<Entry>(MAX_CHARACTERS);
  #byIdentity = new WeakMap<object, Entry>();
  #stored = new Set<string>();
  #offered = new Set<string>();
  #known = new Map<string, Uint8Array>();
  /** By a run's first entry: its entries and its key. */
  #runs = new WeakMap<Entry, { entries: readonly Entry[]; key: string }>();

  /** `immutable` promises that nothing that was handed over before is changed in place. */
  encode(value: JsonValue, { immutable = false }: { immutable?: boolean } = {}): EncodedState {
    try {
      return this.#encode(value, immutable);
    } catch (error) {
      // What was remembered on the way has nodes that nobody was given: a later save would point at nothing.
      this.forget();
      throw error;
    }
  }

  #encode(value: JsonValue, immutable: boolean): EncodedState {
    const nodes = new Map<string, Uint8Array>();
    const put = (text: string): string => {
      const key = nodeKey(text);
      if (!this.#stored.has(key)) nodes.set(key, Buffer.from(text));
      return key;
    };
    // Elements' nodes of this encoding: when the element is met again before a confirmation, they are offered again.
    const entry = encodeValue(value, {
      put,
      depth: 0,
      list: (list, at) => this.#list(list, at, immutable),
      run: (entries, write) => this.#run(entries, () => put(write())),
    });
    for (const key of this.#offered) {
      const bytes = this.#known.get(key);
      if (bytes && !this.#stored.has(key)) nodes.set(key, bytes);
    }
    for (const [key, bytes] of nodes) this.#remember(key, bytes);
    return { root: "key" in entry ? entry.key : put(`v${entry.text}`), nodes };
  }

  /** The last encoding's nodes are in the store: they need not be given again. */
  confirm(): void {
    for (const key of this.#offered) this.#stored.add(key);
    this.#offered.clear();
    this.#known.clear();
  }

  /** The store has swept nodes (its epoch changed): what was stored may be gone. */
  forget(): void {
    this.#byText.clear();
    this.#byIdentity = new WeakMap();
    this.#runs = new WeakMap();
    this.#stored.clear();
    this.#offered.clear();
    this.#known.clear();
  }

  #remember(key: string, bytes: Uint8Array): void {
    this.#offered.add(key);
    this.#known.set(key, bytes);
  }

  #list(list: readonly unknown[], at: Encoding, immutable: boolean): Entry {
    const settled = immutable ? list.length - TAIL : 0;
    return encodeList(list, at, (element, from, i) => {
      if (typeof element !== "object" || element === null) return encodeElement(element, from, i);
      const known = i < settled ? this.#byIdentity.get(element) : undefined;
      if (known) return known;
      const entry = this.#element(element, from, i);
      if (immutable) this.#byIdentity.set(element, entry);
      return entry;
    });
  }

  #element(element: object, from: Encoding, i: number): Entry {
    if (!isFaithful(element, 0)) return encodeElement(element, from, i);
    const text = JSON.stringify(element);
    const known = this.#byText.get(text);
    if (known) return known;
    const entry = encodeElement(element, from, i);
    this.#byText.set(text, entry);
    return entry;
  }

  /** A run of the very same entries is the same node: neither written nor hashed again. */
  #run(entries: readonly Entry[], store: () => string): string {
    const [first] = entries;
    const known = first && this.#runs.get(first);
    if (known && isSame(known.entries, entries)) return known.key;
    const key = store();
    if (first) this.#runs.set(first, { entries, key });
    return key;
  }
}

function isSame(a: readonly Entry[], b: readonly Entry[]): boolean {
  return a.length === b.length && a.every((entry, i) => entry === b[i]);
}

/** Whether native JSON says everything about a value: nothing that it would drop, change or make equal to another. */
function isFaithful(value: unknown, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (depth > 40) return false;
  if (Array.isArray(value)) return value.every((item) => isFaithful(item, depth + 1));
  if (!isPlainObject(value) || "toJSON" in value) return false;
  return Object.values(value).every((item) => isFaithful(item, depth + 1));
}

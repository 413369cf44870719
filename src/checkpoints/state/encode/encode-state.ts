import type { JsonValue } from "../../../kernel/json.ts";
import { nodeKey } from "../node/node-key.ts";
import { encodeValue } from "./encode-value.ts";
import { type Known, keyOf } from "./known-value.ts";

export interface EncodedState {
  root: string;
  nodes: Map<string, Uint8Array>;
}

/**
 * Turns a value into the nodes of the state tree. Equal values with the same order of keys have equal roots; the order
 * is kept, since programs get back what they stored. A node is a letter followed by JSON: `v` a value, `n` an integer beyond doubles, `l`/`o` a run of a list or an object. An inner
 * node of a list (`t`) or an object (`m`) is a letter followed by the keys and counts of runs. Throws `invalid_input`
 * with the path for a value that is not JSON.
 */
export function encodeState(value: JsonValue): EncodedState {
  const nodes = new Map<string, Uint8Array>();
  const { root } = encodeInto(nodes, value, { known: undefined, immutable: false });
  return { root, nodes };
}

/** Adds the nodes that are new compared with `known`, and returns the `known` value for the next call. */
export function encodeInto(
  nodes: Map<string, Uint8Array>,
  value: JsonValue,
  { known, immutable }: { known: Known | undefined; immutable: boolean },
): { root: string; known: Known } {
  const put = (node: string | Uint8Array): string => {
    const key = nodeKey(node);
    if (!nodes.has(key)) nodes.set(key, typeof node === "string" ? Buffer.from(node) : node);
    return key;
  };
  const next = encodeValue(value, known, { put, immutable, path: [] });
  return { root: keyOf(next, put), known: next };
}

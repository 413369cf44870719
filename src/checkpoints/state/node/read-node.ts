import { HoldfastError } from "../../../kernel/errors.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import { type Child, readChildren } from "./inner-node.ts";
import { nodeKey } from "./node-key.ts";

/** A one-element array with an inlined value, or a node's key. */
export type StoredEntry = [JsonValue] | string;

export type Node =
  | { type: "value"; value: JsonValue }
  | { type: "list"; entries: StoredEntry[] }
  | { type: "object"; members: [name: string, entry: StoredEntry][] }
  | { type: "inner"; of: "list" | "object"; children: Child[] };

/** Parses a node. Throws `state_corrupt` with the key if the bytes do not match it. */
export function readNode(key: string, bytes: Uint8Array | undefined): Node {
  if (!bytes) throw corrupt(key, "is missing");
  if (nodeKey(bytes) !== key) throw corrupt(key, "is damaged: its bytes do not match its hash");
  return parseNode(bytes);
}

/** The keys that a node refers to, for the sweep. Throws `state_corrupt` if it is not a node. */
export function childKeys(bytes: Uint8Array): string[] {
  try {
    return childrenOf(parseNode(bytes));
  } catch (error) {
    throw new HoldfastError("state_corrupt", "A state node cannot be read.", { cause: error });
  }
}

export function childrenOf(node: Node): string[] {
  switch (node.type) {
    case "value":
      return [];
    case "list":
      return node.entries.filter((entry) => typeof entry === "string");
    case "object":
      return node.members.map(([, entry]) => entry).filter((entry) => typeof entry === "string");
    case "inner":
      return node.children.map(({ key }) => key);
  }
}

function parseNode(bytes: Uint8Array): Node {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const body = text.slice(1);
  switch (text.slice(0, 1)) {
    case "v":
      return { type: "value", value: JSON.parse(body) as JsonValue };
    case "n":
      return { type: "value", value: BigInt(body) };
    case "l":
      return { type: "list", entries: JSON.parse(body) as StoredEntry[] };
    case "o":
      return { type: "object", members: pairs(JSON.parse(body) as (string | StoredEntry)[]) };
    case "t":
      return { type: "inner", of: "list", children: readChildren(bytes) };
    case "m":
      return { type: "inner", of: "object", children: readChildren(bytes) };
    default:
      throw new HoldfastError("state_corrupt", `A state node has the unknown format "${text.slice(0, 1)}".`);
  }
}

function pairs(flat: readonly (string | StoredEntry)[]): [string, StoredEntry][] {
  const members: [string, StoredEntry][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) members.push([flat[i] as string, flat[i + 1] as StoredEntry]);
  return members;
}

function corrupt(key: string, what: string): HoldfastError {
  return new HoldfastError("state_corrupt", `State node ${key} ${what}.`, { details: { key } });
}

import type { JsonValue } from "../../kernel/json.ts";
import { childrenOf, type Node, readNode, type StoredEntry } from "./read-node.ts";

export type ReadNodes = (keys: string[]) => Promise<Map<string, Uint8Array>>;

/**
 * Brings back a state, verifying every node on the way. Nodes are read a level at a time, each once.
 * Throws `state_corrupt` with `details.key` when one is missing or damaged.
 */
export async function loadState(root: string, readNodes: ReadNodes): Promise<JsonValue> {
  return assemble(root, await readTree(root, readNodes));
}

/** All nodes that a root reaches. */
export async function readTree(root: string, readNodes: ReadNodes): Promise<Map<string, Node>> {
  const tree = new Map<string, Node>();
  let wanted = [root];
  while (wanted.length > 0) {
    const found = await readNodes(wanted);
    const next = new Set<string>();
    for (const key of wanted) {
      const node = readNode(key, found.get(key));
      tree.set(key, node);
      for (const child of childrenOf(node)) if (!tree.has(child)) next.add(child);
    }
    wanted = [...next].filter((key) => !tree.has(key));
  }
  return tree;
}

function assemble(key: string, tree: ReadonlyMap<string, Node>): JsonValue {
  const node = nodeOf(key, tree);
  if (node.type === "value") return node.value;
  const isList = node.type === "list" || (node.type === "inner" && node.of === "list");
  if (isList) return entriesOf(node, tree).map((entry) => valueOf(entry, tree));
  // fromEntries makes own properties, also of "__proto__".
  return Object.fromEntries(membersOf(node, tree).map(([name, entry]) => [name, valueOf(entry, tree)]));
}

function valueOf(entry: StoredEntry, tree: ReadonlyMap<string, Node>): JsonValue {
  return typeof entry === "string" ? assemble(entry, tree) : entry[0];
}

/** The entries of a list in order, across its runs. */
function entriesOf(node: Node, tree: ReadonlyMap<string, Node>): StoredEntry[] {
  const entries: StoredEntry[] = [];
  for (const run of runsOf(node, tree)) if (run.type === "list") entries.push(...run.entries);
  return entries;
}

/** The members of an object in key order, across its runs. */
function membersOf(node: Node, tree: ReadonlyMap<string, Node>): [string, StoredEntry][] {
  const members: [string, StoredEntry][] = [];
  for (const run of runsOf(node, tree)) if (run.type === "object") members.push(...run.members);
  return members;
}

/** The lowest nodes over the content of a list or an object, in order. */
function* runsOf(node: Node, tree: ReadonlyMap<string, Node>): Generator<Node> {
  if (node.type !== "inner") yield node;
  else for (const [key] of node.children) yield* runsOf(nodeOf(key, tree), tree);
}

function nodeOf(key: string, tree: ReadonlyMap<string, Node>): Node {
  return tree.get(key) ?? readNode(key, undefined);
}

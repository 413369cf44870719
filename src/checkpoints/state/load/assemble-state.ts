import type { JsonValue } from "../../../kernel/json.ts";
import { type Node, readNode, type StoredEntry } from "../node/read-node.ts";

/** All nodes reachable from a root, by key. */
export type Tree = ReadonlyMap<string, Node>;

interface Assembly {
  tree: Tree;
  /** Nodes whose values were already returned: a node that occurs twice must not become one shared object. */
  taken: Set<Node>;
}

/** Assembles a state that belongs to the caller; with `keep` it shares no objects with the nodes of the tree. */
export function assembleState(root: string, tree: Tree, { keep = false } = {}): JsonValue {
  return assemble(root, { tree, taken: new Set(keep ? tree.values() : []) });
}

function assemble(key: string, assembly: Assembly): JsonValue {
  const node = nodeOf(key, assembly.tree);
  if (node.type === "value") return take(node, assembly)(node.value);
  const isList = node.type === "list" || (node.type === "inner" && node.of === "list");
  if (isList) return listOf(node, assembly);
  // `fromEntries` creates own properties, even for "__proto__".
  return Object.fromEntries(membersOf(node, assembly));
}

function listOf(top: Node, assembly: Assembly): JsonValue[] {
  const list: JsonValue[] = [];
  for (const run of runsOf(top, assembly.tree)) {
    if (run.type !== "list") continue;
    const own = take(run, assembly);
    for (const entry of run.entries) list.push(valueOf(entry, own, assembly));
  }
  return list;
}

function membersOf(top: Node, assembly: Assembly): [string, JsonValue][] {
  const members: [string, JsonValue][] = [];
  for (const run of runsOf(top, assembly.tree)) {
    if (run.type !== "object") continue;
    const own = take(run, assembly);
    for (const [name, entry] of run.members) members.push([name, valueOf(entry, own, assembly)]);
  }
  return members;
}

type Own = (value: JsonValue) => JsonValue;

/** Returns a function that gives the caller values of its own: copies, unless this is the first use of the node. */
function take(node: Node, { taken }: Assembly): Own {
  if (taken.has(node)) return copyValue;
  taken.add(node);
  return (value) => value;
}

function valueOf(entry: StoredEntry, own: Own, assembly: Assembly): JsonValue {
  return typeof entry === "string" ? assemble(entry, assembly) : own(entry[0]);
}

/** The leaf nodes of a list or an object, in order. */
function* runsOf(node: Node, tree: Tree): Generator<Node> {
  if (node.type !== "inner") yield node;
  else for (const { key } of node.children) yield* runsOf(nodeOf(key, tree), tree);
}

function nodeOf(key: string, tree: Tree): Node {
  return tree.get(key) ?? readNode(key, undefined);
}

/** A deep copy. */
export function copyValue(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  const copy = { ...value }; // creates own properties, even for "__proto__", which is then safe to assign
  for (const key of Object.keys(copy)) {
    const member = copy[key];
    if (typeof member === "object" && member !== null) copy[key] = copyValue(member);
  }
  return copy;
}

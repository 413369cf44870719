import { childrenOf, type Node, readNode } from "../node/read-node.ts";
import type { NodeCache } from "./node-cache.ts";

export type ReadNodes = (keys: string[]) => Promise<Map<string, Uint8Array>>;

/** All nodes reachable from a root. Each is verified when it is read; cached ones were verified earlier. */
export async function readTree(
  root: string,
  readNodes: ReadNodes,
  cache?: NodeCache,
): Promise<Map<string, Node>> {
  const tree = new Map<string, Node>();
  for (let wanted = [root]; wanted.length > 0; ) {
    const unknown = wanted.filter((key) => {
      const known = cache?.get(key);
      if (known) tree.set(key, known);
      return !known;
    });
    const found = unknown.length > 0 ? await readNodes(unknown) : new Map<string, Uint8Array>();
    for (const key of unknown) {
      const bytes = found.get(key);
      const node = readNode(key, bytes);
      tree.set(key, node);
      cache?.set(key, node, bytes?.length ?? 0);
    }
    wanted = missingChildren(wanted, tree);
  }
  return tree;
}

function missingChildren(keys: readonly string[], tree: ReadonlyMap<string, Node>): string[] {
  const missing = new Set<string>();
  for (const key of keys) {
    const node = tree.get(key);
    for (const child of node ? childrenOf(node) : []) if (!tree.has(child)) missing.add(child);
  }
  return [...missing];
}

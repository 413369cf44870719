import type { Node } from "../node/read-node.ts";

export interface NodeCache {
  get: (key: string) => Node | undefined;
  /** `bytes` is the stored size of the node. */
  set: (key: string, node: Node, bytes: number) => void;
}

/** Caches the most recently used nodes, within a budget of bytes. Nodes never change, so entries never become stale. */
export function createNodeCache(budget: number): NodeCache {
  const nodes = new Map<string, { node: Node; bytes: number }>();
  let spent = 0;
  const drop = (key: string) => {
    spent -= nodes.get(key)?.bytes ?? 0;
    nodes.delete(key);
  };
  return {
    get(key) {
      const found = nodes.get(key);
      if (!found) return undefined;
      nodes.delete(key);
      nodes.set(key, found); // now the last to be evicted
      return found.node;
    },
    set(key, node, bytes) {
      drop(key);
      if (bytes > budget) return;
      nodes.set(key, { node, bytes });
      spent += bytes;
      for (const [oldest] of nodes) {
        if (spent <= budget) return;
        drop(oldest);
      }
    },
  };
}

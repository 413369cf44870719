import type { JsonValue } from "../../../kernel/json.ts";
import type { NodeStorage } from "../../../kernel/storage/node-storage.ts";
import { assembleState } from "./assemble-state.ts";
import { createNodeCache, type NodeCache } from "./node-cache.ts";
import { readTree } from "./read-tree.ts";

const CACHE_BYTES = 32 * 2 ** 20;

/**
 * Loads successive states of the same run. Verified nodes are cached within a budget, so that the next state costs only
 * its new nodes. Each returned state belongs to the caller.
 */
export class StateReader {
  readonly #store: NodeStorage;
  readonly #cache: NodeCache;

  constructor(store: NodeStorage, { cacheBytes = CACHE_BYTES }: { cacheBytes?: number } = {}) {
    this.#store = store;
    this.#cache = createNodeCache(cacheBytes);
  }

  /** Throws `state_corrupt` like `loadState`, except for nodes that are in the cache. */
  async load(root: string): Promise<JsonValue> {
    const tree = await readTree(root, (keys) => this.#store.getNodes(keys), this.#cache);
    return assembleState(root, tree, { keep: true });
  }
}

import { HoldfastError } from "../../../kernel/errors.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import type { NodeStorage } from "../../../kernel/storage/node-storage.ts";
import { assembleState } from "./assemble-state.ts";
import { type ReadNodes, readTree } from "./read-tree.ts";

/**
 * Loads a state and verifies every node. Nodes are read level by level, each once. Throws `state_corrupt` with
 * `details.key` when one is missing or damaged.
 */
export async function loadState(root: string, readNodes: ReadNodes): Promise<JsonValue> {
  return assembleState(root, await readTree(root, readNodes));
}

/** A stored state, or the `state_corrupt` error that describes the damage. Throws on any other failure. */
export async function tryLoadState(
  store: NodeStorage,
  root: string,
): Promise<{ state: JsonValue } | HoldfastError> {
  try {
    return { state: await loadState(root, (keys) => store.getNodes(keys)) };
  } catch (error) {
    if (error instanceof HoldfastError && error.code === "state_corrupt") return error;
    throw error;
  }
}

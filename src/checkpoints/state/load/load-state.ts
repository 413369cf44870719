import type { JsonValue } from "../../../kernel/json.ts";
import { assembleState } from "./assemble-state.ts";
import { type ReadNodes, readTree } from "./read-tree.ts";

/**
 * Loads a state and verifies every node. Nodes are read level by level, each once. Throws `state_corrupt` with
 * `details.key` when one is missing or damaged.
 */
export async function loadState(root: string, readNodes: ReadNodes): Promise<JsonValue> {
  return assembleState(root, await readTree(root, readNodes));
}

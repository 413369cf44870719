import { HoldfastError } from "../../../kernel/errors.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import type { NodeStorage } from "../../../kernel/storage/node-storage.ts";
import { loadState } from "./load-state.ts";

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

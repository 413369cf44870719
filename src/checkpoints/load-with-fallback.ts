import { HoldfastError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { Store } from "../kernel/store.ts";
import { loadState } from "./state/load-state.ts";

export interface Loaded {
  checkpoint: Checkpoint;
  state: JsonValue;
  /** Set when the asked one is damaged and an ancestor stands in: why. */
  fellBack: string | null;
}

const MAX_ANCESTORS = 100;

/** The state of a checkpoint, or of its nearest ancestor that is whole; damage is told, never passed over. */
export async function loadWithFallback(store: Store, asked: Checkpoint): Promise<Loaded> {
  let checkpoint = asked;
  let damage: HoldfastError | undefined;
  for (let i = 0; i < MAX_ANCESTORS; i++) {
    try {
      const state = await loadState(checkpoint.stateRoot, (keys) => store.getNodes(keys));
      const fellBack = damage
        ? `${asked.id} is damaged (${damage.message}); this is its ancestor ${checkpoint.id}.`
        : null;
      return { checkpoint, state, fellBack };
    } catch (error) {
      if (!(error instanceof HoldfastError) || error.code !== "state_corrupt") throw error;
      damage ??= error;
      const parent = checkpoint.parentId ? await store.getCheckpoint(checkpoint.parentId) : undefined;
      if (!parent) break;
      checkpoint = parent;
    }
  }
  throw new HoldfastError(
    "state_corrupt",
    `${asked.id} and its ancestors are damaged: ${damage?.message ?? ""}`,
    {
      details: damage?.details ?? {},
    },
  );
}

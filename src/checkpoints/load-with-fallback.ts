import { HoldfastError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../kernel/storage/node-storage.ts";
import { tryLoadState } from "./state/load/load-state.ts";

export interface LoadedCheckpoint {
  checkpoint: Checkpoint;
  state: JsonValue;
  /** Why an ancestor was loaded instead, if the requested checkpoint is damaged. */
  fellBack: string | null;
}

const MAX_ANCESTORS = 100;

/** The state of a checkpoint, or of its nearest intact ancestor; damage is always reported. */
export async function loadWithFallback(
  store: CheckpointStorage & NodeStorage,
  asked: Checkpoint,
): Promise<LoadedCheckpoint> {
  let damage: HoldfastError | undefined;
  let checkpoint: Checkpoint | undefined = asked;
  for (let i = 0; checkpoint && i < MAX_ANCESTORS; i++) {
    const read = await tryLoadState(store, checkpoint.stateRoot);
    if (!(read instanceof HoldfastError))
      return { checkpoint, state: read.state, fellBack: warning(asked, checkpoint, damage) };
    damage ??= read;
    checkpoint = checkpoint.parentId ? await store.getCheckpoint(checkpoint.parentId) : undefined;
  }
  throw new HoldfastError(
    "state_corrupt",
    `${asked.id} and its ancestors are damaged: ${damage?.message ?? ""}`,
    {
      details: damage?.details ?? {},
      next: `Restore a backup (docs/store.md), or show what is readable: \`holdfast inspect ${asked.id} --raw\`.`,
    },
  );
}

function warning(asked: Checkpoint, found: Checkpoint, damage: HoldfastError | undefined): string | null {
  return damage ? `${asked.id} is damaged (${damage.message}); this is its ancestor ${found.id}.` : null;
}

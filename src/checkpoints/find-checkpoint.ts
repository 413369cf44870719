import { HoldfastError } from "../kernel/errors.ts";
import { checkpointPrefix, MIN_PREFIX } from "../kernel/ids.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";

/** A checkpoint by its id or unique id prefix. If several match, the error lists them. */
export async function findCheckpoint(store: CheckpointStorage, text: string): Promise<StoredCheckpoint> {
  const prefix = checkpointPrefix(text.trim());
  if (!prefix) {
    const message = `"${text.slice(0, 40)}" is not a checkpoint id: give chk_ and at least ${MIN_PREFIX} characters.`;
    throw new HoldfastError("invalid_input", message);
  }
  const ids = await store.findCheckpointIds(prefix, 5);
  const [only] = ids;
  if (only === undefined) throw new HoldfastError("not_found", `There is no checkpoint ${prefix}.`);
  if (ids.length > 1) {
    throw new HoldfastError("ambiguous_id", `${prefix} could be ${ids.join(", ")}.`, {
      details: { candidates: ids },
    });
  }
  const found = await store.getCheckpoint(only);
  if (!found) throw new HoldfastError("not_found", `Checkpoint ${only} was deleted just now.`);
  return found;
}

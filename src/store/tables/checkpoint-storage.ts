import type { Kysely } from "kysely";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { Retry, Traits } from "../traits.ts";
import * as checkpoints from "./checkpoint-table.ts";
import { saveRowsOf } from "./save-rows.ts";
import type { Tables } from "./schema.ts";

interface Execution {
  traits: Traits;
  retry: Retry;
  /** Runs one slice of a large deletion. */
  slice: <T>(work: () => Promise<T>) => Promise<T>;
}

export function checkpointStorage(
  db: Kysely<Tables>,
  { traits, retry, slice }: Execution,
): CheckpointStorage {
  return {
    saveCheckpoint: (checkpoint, nodes, since) =>
      retry(() => traits.save(db, saveRowsOf(checkpoint, nodes, { since, replace: false }))),
    replaceCheckpoint: (checkpoint, nodes, since) =>
      retry(() => traits.save(db, saveRowsOf(checkpoint, nodes, { since, replace: true }))),
    getCheckpoint: (id) => retry(() => checkpoints.selectCheckpoint(db, id)),
    getCheckpoints: (ids) => retry(() => checkpoints.selectCheckpointsById(db, ids)),
    findCheckpointIds: (prefix, limit) => retry(() => checkpoints.selectIds(db, prefix, limit)),
    listCheckpoints: (filter) => retry(() => checkpoints.selectCheckpoints(db, filter)),
    updateCheckpoint: (id, change) => retry(() => checkpoints.changeCheckpoint(db, id, change)),
    deleteCheckpoints: (ids) => slice(() => checkpoints.removeCheckpoints(db, ids)),
  };
}

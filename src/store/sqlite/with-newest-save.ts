import {
  forgetNewestSave,
  keepNewestSave,
  readLostSave,
  readNewestSave,
  setLostSaveAside,
} from "../../files/newest-save.ts";
import type { Store } from "../../kernel/storage/store.ts";

/**
 * After a power failure, or on a disk that does not sync, a log may lack its end. SQLite does not treat that as damage:
 * it opens the database without the newest saves. So the id of the newest checkpoint is kept in a file next to it, and
 * `checkIntegrity` reports if it is missing.
 */
export function withNewestSave(store: Store, file: string): Store {
  const check = checkOnce(store, file);
  const acknowledge = async (id: string | undefined) => {
    if (id === undefined || !(await check())) return;
    keepNewestSave(file, id);
  };
  return {
    ...store,
    async saveCheckpoint(checkpoint, nodes, since) {
      const epoch = await store.saveCheckpoint(checkpoint, nodes, since);
      await acknowledge(isSaved(since, epoch) ? checkpoint.id : undefined);
      return epoch;
    },
    async replaceCheckpoint(checkpoint, nodes, since) {
      const epoch = await store.replaceCheckpoint(checkpoint, nodes, since);
      await acknowledge(isSaved(since, epoch) ? checkpoint.id : undefined);
      return epoch;
    },
    deleteCheckpoints(ids) {
      forgetNewestSave(file, ids);
      return store.deleteCheckpoints(ids);
    },
    async transaction(work) {
      let newest: string | undefined;
      const result = await store.transaction((inside) =>
        work(
          observeSaves(inside, {
            saved: (id) => (newest = id),
            deleted(ids) {
              forgetNewestSave(file, ids);
              if (newest !== undefined && ids.includes(newest)) newest = undefined;
            },
          }),
        ),
      );
      await acknowledge(newest);
      return result;
    },
    checkIntegrity: async (full) => [
      ...(await store.checkIntegrity(full)),
      ...(await findLostSave(store, file)),
    ],
  };
}

interface SaveObserver {
  saved(id: string): void;
  deleted(ids: readonly string[]): void;
}

/** The store inside a transaction, whose saves are acknowledged at the commit. */
function observeSaves(store: Store, observer: SaveObserver): Store {
  return {
    ...store,
    async saveCheckpoint(checkpoint, nodes, since) {
      const epoch = await store.saveCheckpoint(checkpoint, nodes, since);
      if (isSaved(since, epoch)) observer.saved(checkpoint.id);
      return epoch;
    },
    async replaceCheckpoint(checkpoint, nodes, since) {
      const epoch = await store.replaceCheckpoint(checkpoint, nodes, since);
      if (isSaved(since, epoch)) observer.saved(checkpoint.id);
      return epoch;
    },
    deleteCheckpoints(ids) {
      observer.deleted(ids);
      return store.deleteCheckpoints(ids);
    },
    transaction: (work) => store.transaction((inside) => work(observeSaves(inside, observer))),
  };
}

/** Nothing was saved if the epoch has changed. */
function isSaved(since: number | undefined, epoch: number): boolean {
  return since === undefined || since === epoch;
}

/**
 * Before this process first overwrites the id that earlier ones kept, checks that its checkpoint still exists. Returns
 * false if it could not check.
 */
function checkOnce(store: Store, file: string): () => Promise<boolean> {
  let checked = false;
  return async () => {
    if (checked) return true;
    try {
      const newest = readNewestSave(file);
      if (newest && !(await store.getCheckpoint(newest.id))) setLostSaveAside(file);
      checked = true;
    } catch {
      // The next save tries again.
    }
    return checked;
  };
}

async function findLostSave(store: Store, file: string): Promise<string[]> {
  const newest = readNewestSave(file);
  const isMissing = newest !== undefined && (await store.getCheckpoint(newest.id)) === undefined;
  const lost = readLostSave(file) ?? (isMissing ? newest : undefined);
  if (!lost) return [];
  return [
    `checkpoint ${lost.id} was saved and is missing, and perhaps others before it; to dismiss this, delete ${lost.file}`,
  ];
}

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
  const look = lookOnce(store, file);
  const acknowledge = async (id: string | undefined) => {
    if (id === undefined || !(await look())) return;
    keepNewestSave(file, id);
  };
  return {
    ...store,
    async saveCheckpoint(checkpoint, nodes, since) {
      const epoch = await store.saveCheckpoint(checkpoint, nodes, since);
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
          following(inside, {
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

interface Followed {
  saved(id: string): void;
  deleted(ids: readonly string[]): void;
}

/** The store inside a transaction, whose saves are acknowledged at the commit. */
function following(store: Store, followed: Followed): Store {
  return {
    ...store,
    async saveCheckpoint(checkpoint, nodes, since) {
      const epoch = await store.saveCheckpoint(checkpoint, nodes, since);
      if (isSaved(since, epoch)) followed.saved(checkpoint.id);
      return epoch;
    },
    deleteCheckpoints(ids) {
      followed.deleted(ids);
      return store.deleteCheckpoints(ids);
    },
    transaction: (work) => store.transaction((inside) => work(following(inside, followed))),
  };
}

/** Nothing was saved if the epoch has changed. */
function isSaved(since: number | undefined, epoch: number): boolean {
  return since === undefined || since === epoch;
}

/**
 * Before this process first replaces the id from earlier ones, checks that their checkpoint still exists. Returns false
 * if it could not check.
 */
function lookOnce(store: Store, file: string): () => Promise<boolean> {
  let looked = false;
  return async () => {
    if (looked) return true;
    try {
      const newest = readNewestSave(file);
      if (newest && !(await store.getCheckpoint(newest.id))) setLostSaveAside(file);
      looked = true;
    } catch {
      // The next save tries again.
    }
    return looked;
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

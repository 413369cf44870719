import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Store } from "../kernel/storage/store.ts";
import { openStore, type StoreOptions } from "./open-store.ts";

interface SharedStore {
  opening: Promise<Store>;
  handles: number;
  /** Identifies the file, whose name another file may have by now. */
  inode: number | undefined;
}

/** The open SQLite files of this process. Connections belong to the process, so this is state of the module. */
const shared = new Map<string, SharedStore>();

/**
 * Opens a store like `openStore`. All handles on one SQLite file share one connection, so that none waits for a lock of
 * another. The options of the first handle apply. The connection is closed with the last handle.
 */
export async function openSharedStore(options: StoreOptions): Promise<Store> {
  if (options.url !== undefined || options.file === ":memory:") return await openStore(options);
  const path = realPathOf(options.file);
  const known = shared.get(path);
  const store = known && (await isStillThere(path, known)) ? known : share(path, options);
  store.handles++;
  const release = () => {
    store.handles--;
    if (store.handles === 0 && shared.get(path) === store) shared.delete(path);
    return store.handles === 0;
  };
  try {
    return createHandle(await store.opening, release);
  } catch (error) {
    release();
    throw error;
  }
}

function share(path: string, options: StoreOptions): SharedStore {
  const opening = openStore(options);
  const store: SharedStore = { opening, handles: 0, inode: undefined };
  shared.set(path, store);
  opening.then(
    () => (store.inode = inodeOf(path)),
    () => {}, // each caller that opens it gets the error
  );
  return store;
}

/** Closing a handle twice must not close the connection of another one. */
function createHandle(store: Store, release: () => boolean): Store {
  let isOpen = true;
  return {
    ...store,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      if (release()) await store.close();
    },
  };
}

async function isStillThere(path: string, { opening, inode }: SharedStore): Promise<boolean> {
  try {
    await opening;
  } catch {
    return false;
  }
  return inode === undefined || inode === inodeOf(path);
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** The same for all paths to a file, which may not exist yet. */
function realPathOf(file: string): string {
  const path = resolve(file);
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path; // the directory is created with the file
  }
}

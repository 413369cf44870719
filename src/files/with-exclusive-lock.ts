import { setTimeout as sleep } from "node:timers/promises";
import { HoldfastError } from "../kernel/errors.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { ensureOwnFile } from "./own-file.ts";

const PAUSE_MS = 25;

/**
 * Runs work while no other process runs work under the same lock file. Waits without blocking this process. The
 * operating system releases the lock when the process ends, however it ends.
 */
export async function withExclusiveLock<T>(path: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  ensureOwnFile(path);
  const db = new (loadSqlite())(path);
  try {
    db.exec("pragma busy_timeout = 0");
    const until = performance.now() + waitMs;
    while (!acquire(db)) {
      if (performance.now() > until)
        throw new HoldfastError("store_busy", "Another process is capturing or restoring files.");
      await sleep(PAUSE_MS);
    }
    return await work();
  } finally {
    db.close();
  }
}

/** A reserved lock excludes all other writers; nothing is ever written. */
function acquire(db: { exec(sql: string): void }): boolean {
  try {
    db.exec("begin immediate");
    return true;
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
    throw error;
  }
}

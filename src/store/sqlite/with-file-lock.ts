import { loadSqlite } from "../../files/load-sqlite.ts";
import { ensureOwnFile } from "../../files/own-file.ts";
import { setBusyTimeout } from "./database.ts";
import { sqliteError } from "./error.ts";
import { waitWhileBusy } from "./wait-while-busy.ts";

/**
 * Runs work while no one else, in this process or another, runs work under the same lock file. The operating system
 * releases the lock when the process ends.
 */
export async function withFileLock<T>(
  path: string,
  busyTimeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  ensureOwnFile(path);
  const db = new (loadSqlite())(path);
  try {
    setBusyTimeout(db, 0);
    await waitWhileBusy(busyTimeoutMs, () => {
      try {
        // A reserved lock excludes all other writers; nothing is ever written.
        db.exec("begin immediate");
      } catch (error) {
        throw sqliteError(error, path);
      }
    });
    return await work();
  } finally {
    db.close();
  }
}

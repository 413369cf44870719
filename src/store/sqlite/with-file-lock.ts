import { loadSqlite } from "../../files/load-sqlite.ts";
import { ensureOwnFile } from "../../files/own-file.ts";
import { setBusyTimeout } from "./database.ts";

/**
 * Runs work while no other process runs work under the same lock file. The operating system releases the lock when the
 * process ends.
 */
export async function withFileLock<T>(
  path: string,
  busyTimeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  ensureOwnFile(path);
  const db = new (loadSqlite())(path);
  try {
    setBusyTimeout(db, busyTimeoutMs);
    // A reserved lock excludes all other writers; nothing is ever written.
    db.exec("begin immediate");
    return await work();
  } finally {
    db.close();
  }
}

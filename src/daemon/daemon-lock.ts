import { lstatSync, unlinkSync } from "node:fs";
import { loadSqlite } from "../files/load-sqlite.ts";

export interface DaemonLock {
  release(): void;
}

/**
 * Ensures a single daemon per state directory. Node has no file locks, so this uses SQLite's. The operating system
 * releases them when the process ends, so no stale lock can remain and a reused process id does no harm. Undefined if
 * another process holds the lock. Throws on any other problem.
 */
export async function acquireDaemonLock(path: string): Promise<DaemonLock | undefined> {
  const DatabaseSync = loadSqlite();
  // Prevents writing through a link that someone else planted.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // A reserved lock excludes all other writers; nothing is ever written.
    database.exec("BEGIN IMMEDIATE");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
}

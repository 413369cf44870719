import { lstatSync, unlinkSync } from "node:fs";

export interface DaemonLock {
  release(): void;
}

/**
 * The lock that makes a daemon the only one of its state folder. Node offers no file locks of its own; SQLite's
 * are the system's: they end with the process however it dies, so nothing stale can be left and no starter can
 * be fooled by a reused process id. Undefined when another process holds it; fails closed on any other trouble.
 */
export async function acquireDaemonLock(path: string): Promise<DaemonLock | undefined> {
  // Loaded here, so that the command line, which shares our bundle, does not pay for it.
  const { DatabaseSync } = await import("@photostructure/sqlite");
  // A planted link must not make us touch the file that it names.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // A reserved lock excludes every other writer; nothing is ever written.
    database.exec("BEGIN IMMEDIATE");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
}

import { lstatSync } from "node:fs";
import { loadSqlite } from "../../files/load-sqlite.ts";

/** Clients hold their locks only briefly. */
const LOCK_TIMEOUT_MS = 250;
const DATABASE = /\.(?:db|sqlite)$/;

export type Database = InstanceType<ReturnType<typeof loadSqlite>>;

/**
 * Queries a client's database, which is opened read-only. Undefined if the database is missing, locked, or from a
 * version with other tables.
 */
export function queryDatabase<Result>(
  database: string,
  query: (opened: Database) => Result,
): Result | undefined {
  if (!mayRead(database)) return undefined;
  try {
    const opened = new (loadSqlite())(database, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
    try {
      return query(opened);
    } finally {
      opened.close();
    }
  } catch {
    return undefined;
  }
}

/** The path comes from a payload and could name any file. */
function mayRead(database: string): boolean {
  if (!DATABASE.test(database)) return false;
  return lstatSync(database, { throwIfNoEntry: false })?.isFile() ?? false;
}

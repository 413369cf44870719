import { lstatSync } from "node:fs";
import { loadSqlite } from "../../files/load-sqlite.ts";

/** Milliseconds. Clients hold their locks for moments. */
const PATIENCE = 250;
const DATABASE = /\.(?:db|sqlite)$/;

export type Database = InstanceType<ReturnType<typeof loadSqlite>>;

/**
 * What a query of a client's database says, which is opened for reading only; or undefined: there is none, it is another version's,
 * or it is locked.
 */
export function queryDatabase<Result>(
  database: string,
  query: (opened: Database) => Result,
): Result | undefined {
  if (!mayRead(database)) return undefined;
  try {
    const opened = new (loadSqlite())(database, { readOnly: true, timeout: PATIENCE });
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

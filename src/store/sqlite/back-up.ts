import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { readOnly } from "./database.ts";
import { sqliteError } from "./error.ts";

const BUSY_MS = 5_000;

/**
 * Copies the database, as `….before-v2` for a migration from version 1. A disk without room for the copy fails here,
 * before anything is changed.
 */
export function backUp(file: string, version: number): void {
  if (file === ":memory:") return;
  copyDatabase(file, `${file}.before-v${version + 1}`);
}

/**
 * Makes a private, consistent copy, which gets its name when it is complete. Reads every row, so that a damaged one
 * fails.
 */
export function copyDatabase(file: string, copy: string): void {
  const unfinished = `${copy}.${process.pid}`;
  try {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, "wx", 0o600));
    // A second connection, since SQLite cannot `vacuum into` inside the migration's transaction.
    readOnly({ file, busyTimeoutMs: BUSY_MS }, (db) => db.prepare("vacuum into ?").run(unfinished));
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw sqliteError(error, file);
  }
}

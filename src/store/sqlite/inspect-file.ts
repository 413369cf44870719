import { lstatSync } from "node:fs";
import { HoldfastError } from "../../kernel/errors.ts";
import { type DatabaseFile, read, readOnly } from "./database.ts";
import { isDamage, sqliteError } from "./error.ts";

/** `newest` is the newest schema version that this program supports. */
export interface OpenOptions extends DatabaseFile {
  newest: number;
}

export type Condition = { type: "sound" } | { type: "missing" } | { type: "damaged"; cause: string };

/** SQLite treats a shorter file as a new database, and deletes its log. */
const SMALLEST_PAGE = 512;

/**
 * Whether there is a database that can be opened; never writes to it. A newer one is rejected. New databases appear
 * under their name only when complete, so an empty file is always damaged.
 */
export function inspectFile({ file, busyTimeoutMs, newest }: OpenOptions): Condition {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { type: "damaged", cause: `${file} was a directory` };
  const size = found?.size;
  if (size === undefined)
    return sizeOf(`${file}-wal`)
      ? { type: "damaged", cause: `${file} was missing, but its log was not` }
      : { type: "missing" };
  if (size < SMALLEST_PAGE)
    return { type: "damaged", cause: `${file} was ${size === 0 ? "empty" : "truncated"} (${size} bytes)` };
  try {
    refuseNewer(file, readVersion({ file, busyTimeoutMs }), newest);
    return { type: "sound" };
  } catch (error) {
    if (isDamage(error)) return { type: "damaged", cause: `${file} was not a readable database` };
    throw sqliteError(error, file);
  }
}

function sizeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.size;
}

function readVersion(options: DatabaseFile): number {
  return readOnly(options, (db) => {
    // The version may be readable although the rest is not; any other statement reads the schema first.
    db.prepare("select 1 from sqlite_master limit 1").get();
    return Number(read(db, "user_version"));
  });
}

function refuseNewer(file: string, version: number, newest: number): void {
  if (version <= newest) return;
  const message = `${file} has schema version ${version}; this holdfast supports up to ${newest}. It was not changed.`;
  throw new HoldfastError("store_newer", message);
}

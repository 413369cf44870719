import { lstatSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { DatabaseSync } from "@photostructure/sqlite";
import { loadSqlite } from "../../files/load-sqlite.ts";
import { ensureOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { openWithReserve } from "./disk-reserve.ts";
import { sqliteError } from "./error.ts";

export type Database = InstanceType<typeof DatabaseSync>;

const WAL_LIMIT = 64 * 2 ** 20;
const INCREMENTAL = 2;

/** A SQLite file, and how long a statement waits for a lock of another process. */
export interface DatabaseFile {
  file: string;
  busyTimeoutMs: number;
}

/**
 * Opens the file, made private (0600 in a 0700 directory), with the settings that every connection needs, and verifies
 * them.
 */
export function openDatabase({ file, busyTimeoutMs }: DatabaseFile): Database {
  try {
    if (file !== ":memory:") createPrivately(file);
    return openWithReserve(file, {
      open: () => connect({ file, busyTimeoutMs }),
      // In exclusive mode SQLite needs no shared memory for its log.
      frugal: () => connect({ file, busyTimeoutMs }, { locking_mode: "exclusive" }),
    });
  } catch (error) {
    throw sqliteError(error, file);
  }
}

function connect({ file, busyTimeoutMs }: DatabaseFile, first: Record<string, string> = {}): Database {
  const db = new (loadSqlite())(file);
  try {
    setBusyTimeout(db, busyTimeoutMs);
    for (const [name, value] of Object.entries(first)) db.exec(`pragma ${name} = ${value}`);
    applySettings(db, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Uses a read-only connection: a writable one would merge the log into the file when it closes. */
export function readOnly<T>({ file, busyTimeoutMs }: DatabaseFile, work: (db: Database) => T): T {
  const open = (path: string | URL) => {
    const db = new (loadSqlite())(path, { readOnly: true });
    try {
      setBusyTimeout(db, busyTimeoutMs);
      return work(db);
    } finally {
      db.close();
    }
  };
  return openWithReserve(file, { open: () => open(file), frugal: () => open(withoutLog(file)) });
}

/** The URL of the file alone, without its log and the shared memory that a log needs. */
function withoutLog(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return url;
}

export function setBusyTimeout(db: Database, ms: number): void {
  db.exec(`pragma busy_timeout = ${Math.trunc(ms)}`);
}

/**
 * SQLite follows symbolic links and would write to their targets, waits for the other end of a pipe, and writes to a
 * log even if it has another name (a hard link). A database that is not a file is handled as damage.
 */
export function refuseLinks(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    const fault = found && faultOf(found, path === file);
    if (fault) throw new HoldfastError("store_unavailable", `${path} is ${fault}: remove it.`);
  }
}

function faultOf(found: Stats, isDatabase: boolean): string | undefined {
  if (found.isSymbolicLink()) return "a symbolic link";
  if (isDatabase) return undefined;
  if (!found.isFile()) return "not a file";
  return found.nlink > 1 ? "a link to another file" : undefined;
}

function createPrivately(file: string): void {
  refuseLinks(file);
  ensurePrivateDirectory(dirname(file), { mayBeLink: true });
  ensureOwnFile(file);
}

function applySettings(db: Database, file: string): void {
  // Only affects a new file. Setting it again would cost a commit with its syncs at every start.
  if (Number(read(db, "auto_vacuum")) !== INCREMENTAL) db.exec("pragma auto_vacuum = incremental");
  const settings = {
    journal_mode: "wal",
    synchronous: 2,
    foreign_keys: 1,
    journal_size_limit: WAL_LIMIT,
    // Overwrites deleted data, which may include secrets.
    secure_delete: 1,
  };
  for (const [name, value] of Object.entries(settings)) {
    db.exec(`pragma ${name} = ${value}`);
    const inMemory = file === ":memory:" && name === "journal_mode";
    if (!inMemory && String(read(db, name)) !== String(value)) {
      throw new HoldfastError("store_unavailable", `SQLite did not accept ${name} = ${value} for ${file}.`);
    }
  }
}

export function read(db: Database, pragma: string): unknown {
  return Object.values(db.prepare(`pragma ${pragma}`).get() ?? {})[0];
}

import { SqliteDialect, sql } from "kysely";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Backend } from "../traits.ts";
import { backUp } from "./back-up.ts";
import { type Database, type DatabaseFile, openDatabase, read } from "./database.ts";
import { keepReserve, releaseReserve } from "./disk-reserve.ts";
import { sqliteError } from "./error.ts";
import { keepBackups } from "./keep-backups.ts";
import { sqliteTraits } from "./traits.ts";

/** Pages given back in one call: about 2 MB of the default page size, well under 50 ms of the write lock. */
const RELEASE_PAGES = 500;
/** A slice writes up to 10 MB to the log, since its rows stand far apart; the log is to stay under 64 MB. */
const SLICES_OF_WAL = 4;
/** In pages: 16 MB of the default size. */
const LONG_WAL = 4_000;

export function sqliteBackend(options: DatabaseFile): Backend {
  const db = openDatabase(options);
  const truncateLong = truncateLongWal();
  let isTight = false;
  const pageSize = Number(read(db, "page_size"));
  return {
    traits: sqliteTraits,
    dialect: dialectOf(db, options.file),
    retry: (work) => work(), // SQLite waits by itself
    backUp: async (version) => backUp(options.file, version),
    keepBackups: (keep, now) => keepBackups(options.file, keep, now),
    async checkIntegrity(full) {
      const rows = db.prepare(full ? "pragma integrity_check" : "pragma quick_check(10)").all();
      return rows.map((row) => String(Object.values(row as object)[0])).filter((line) => line !== "ok");
    },
    releaseReserve() {
      isTight = releaseReserve(options.file);
      return isTight;
    },
    async truncateWal(kysely) {
      // Then the next slice may have no room but that of the log.
      if (isTight) emptyWal(db, options.busyTimeoutMs);
      else await truncateLong(kysely);
    },
    async releaseSpace() {
      const before = Number(read(db, "freelist_count"));
      db.exec(`pragma incremental_vacuum(${RELEASE_PAGES})`);
      const released = before - Number(read(db, "freelist_count"));
      if (released === 0) {
        emptyWal(db, options.busyTimeoutMs);
        keepReserve(options.file);
        isTight = false;
      }
      return released * pageSize;
    },
  };
}

/** The log still holds what was deleted. Somebody who reads or writes just now is not waited for. */
function emptyWal(db: Database, busyTimeoutMs: number): void {
  db.exec("pragma busy_timeout = 0");
  db.prepare("pragma wal_checkpoint(truncate)").get();
  db.exec(`pragma busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
}

/**
 * Beside a process that always writes, SQLite's own checkpoints never get to begin the log anew. Beginning it anew keeps
 * writers waiting for a moment without readers, so it is done for a long log only, and after most of it was copied.
 */
function truncateLongWal(): Backend["truncateWal"] {
  let slices = 0;
  return async (db) => {
    slices = (slices + 1) % SLICES_OF_WAL;
    if (slices !== 0) return;
    const { rows } = await sql<{ log: number }>`pragma wal_checkpoint(passive)`.execute(db);
    if ((rows[0]?.log ?? 0) > LONG_WAL) await sql`pragma wal_checkpoint(truncate)`.execute(db);
  };
}

/** Lets Kysely, which expects the better-sqlite3 API, drive a `node:sqlite` database; statements are prepared once. */
function dialectOf(db: Database, file: string): SqliteDialect {
  const prepared = new Map<string, PreparedStatement>();
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw sqliteError(error, file);
    }
  };
  return new SqliteDialect({
    database: {
      close: () => {
        prepared.clear();
        db.close();
      },
      prepare(sql) {
        const known = prepared.get(sql);
        if (known) return known;
        const statement = guarded(() => prepare(db, sql, guarded));
        if (prepared.size >= 256) prepared.clear();
        prepared.set(sql, statement);
        return statement;
      },
    },
  });
}

/** A failed write or commit undoes its transaction by itself: its error is the one to tell, not that of a second undoing. */
const UNDONE = { changes: 0, lastInsertRowid: 0 };

type PreparedStatement = ReturnType<typeof prepare>;

function prepare(db: Database, sql: string, guarded: <T>(work: () => T) => T) {
  // A deferred transaction that turns into a write can fail at once instead of waiting for the lock.
  const statement = db.prepare(sql === "begin" ? "begin immediate" : sql);
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => guarded(() => statement.all(...withoutNul(values))),
    run: (values: readonly unknown[]) =>
      guarded(() =>
        sql === "rollback" && !db.isTransaction ? UNDONE : statement.run(...withoutNul(values)),
      ),
    iterate: (values: readonly unknown[]) =>
      guarded(() => statement.iterate(...withoutNul(values)) as IterableIterator<unknown>),
  };
}

/** PostgreSQL keeps no NUL in a text; both databases refuse it alike. */
function withoutNul(values: readonly unknown[]): never[] {
  if (values.some((value) => typeof value === "string" && value.includes("\0")))
    throw new HoldfastError("invalid_input", "A text holds a NUL character: leave it out.");
  return values as never[];
}

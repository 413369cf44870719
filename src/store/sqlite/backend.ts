import { SqliteDialect, sql } from "kysely";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Backend } from "../traits.ts";
import { backUp } from "./back-up.ts";
import { type Database, type DatabaseFile, openDatabase, read } from "./database.ts";
import { keepReserve, releaseReserve } from "./disk-reserve.ts";
import { sqliteError } from "./error.ts";
import { keepBackups } from "./keep-backups.ts";
import { sqliteTraits } from "./traits.ts";

/** Pages released in one call: about 2 MB at the default page size, with the write lock held for well under 50 ms. */
const RELEASE_PAGES = 500;
/** A slice writes up to 10 MB to the log, since its rows are scattered, and the log must stay under 64 MB. */
const SLICES_OF_WAL = 4;
/** In pages: 16 MB at the default size. */
const LONG_WAL = 4_000;

export function sqliteBackend(options: DatabaseFile): Backend {
  const db = openDatabase(options);
  const truncateLong = truncateLongWal();
  let usesReserve = false;
  const pageSize = Number(read(db, "page_size"));
  return {
    traits: sqliteTraits,
    dialect: dialectOf(db, options.file),
    retry: (work) => work(), // SQLite waits for locks itself
    backUp: async (version) => backUp(options.file, version),
    keepBackups: (keep, now) => keepBackups(options.file, keep, now),
    async checkIntegrity(full) {
      const rows = db.prepare(full ? "pragma integrity_check" : "pragma quick_check(10)").all();
      return rows.map((row) => String(Object.values(row as object)[0])).filter((line) => line !== "ok");
    },
    releaseReserve() {
      usesReserve = releaseReserve(options.file);
      return usesReserve;
    },
    async truncateWal(kysely) {
      // The log may be the only space that the next slice can use.
      if (usesReserve) guarded(options.file, () => emptyWal(db, options.busyTimeoutMs));
      else await truncateLong(kysely);
    },
    async releaseSpace() {
      const released = guarded(options.file, () => releasePages(db));
      if (released === 0) {
        // The log may hold pages for which the file has to grow.
        guarded(options.file, () => emptyWal(db, options.busyTimeoutMs));
        keepReserve(options.file);
        usesReserve = false;
      }
      return released * pageSize;
    },
  };
}

function releasePages(db: Database): number {
  const before = Number(read(db, "freelist_count"));
  db.exec(`pragma incremental_vacuum(${RELEASE_PAGES})`);
  return before - Number(read(db, "freelist_count"));
}

/** The log still contains deleted data. Does not wait for readers and writers. */
function emptyWal(db: Database, busyTimeoutMs: number): void {
  db.exec("pragma busy_timeout = 0");
  db.prepare("pragma wal_checkpoint(truncate)").get();
  db.exec(`pragma busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
}

/**
 * While another process writes all the time, SQLite's own checkpoints never restart the log. Restarting it blocks
 * writers briefly, so only a long log is restarted, after most of it has been copied.
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

/** Adapts a `node:sqlite` database to the better-sqlite3 API that Kysely expects, and caches prepared statements. */
function dialectOf(db: Database, file: string): SqliteDialect {
  const prepared = new Map<string, PreparedStatement>();
  return new SqliteDialect({
    database: {
      close: () => {
        prepared.clear();
        db.close();
      },
      prepare(sql) {
        const known = prepared.get(sql);
        if (known) return known;
        const statement = guarded(file, () => prepare(db, sql, file));
        if (prepared.size >= 256) prepared.clear();
        prepared.set(sql, statement);
        return statement;
      },
    },
  });
}

function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteError(error, file);
  }
}

/** A failed write or commit rolls back by itself. Skipping the second rollback keeps the original error. */
const UNDONE = { changes: 0, lastInsertRowid: 0 };

type PreparedStatement = ReturnType<typeof prepare>;

function prepare(db: Database, sql: string, file: string) {
  // A deferred transaction that starts to write may fail at once instead of waiting for the lock.
  const statement = db.prepare(sql === "begin" ? "begin immediate" : sql);
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => guarded(file, () => statement.all(...withoutNul(values))),
    run: (values: readonly unknown[]) =>
      guarded(file, () =>
        sql === "rollback" && !db.isTransaction ? UNDONE : statement.run(...withoutNul(values)),
      ),
    iterate: (values: readonly unknown[]) =>
      guarded(file, () => statement.iterate(...withoutNul(values)) as IterableIterator<unknown>),
  };
}

/** PostgreSQL cannot store NUL in a text, so both databases reject it. */
function withoutNul(values: readonly unknown[]): never[] {
  if (values.some((value) => typeof value === "string" && value.includes("\0")))
    throw new HoldfastError("invalid_input", "A text contains a NUL character: remove it.");
  return values as never[];
}

import { setTimeout as sleep } from "node:timers/promises";
import { type Dialect, type Kysely, SqliteDialect, sql } from "kysely";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Tables } from "../tables/schema.ts";
import type { Backend } from "../traits.ts";
import { backUp } from "./back-up.ts";
import { type Database, type DatabaseFile, openDatabase, read, setBusyTimeout } from "./database.ts";
import { keepReserve, releaseReserve } from "./disk-reserve.ts";
import { sqliteError } from "./error.ts";
import { keepBackups } from "./keep-backups.ts";
import { sqliteTraits } from "./traits.ts";
import { waitWhileBusy } from "./wait-while-busy.ts";
import { createWaitingDialect } from "./waiting-dialect.ts";

/** Pages released in one call: about 2 MB at the default page size, with the write lock held for well under 50 ms. */
const RELEASE_PAGES = 500;
/** A slice writes up to 10 MB to the log, since its rows are scattered, and the log must stay under 64 MB. */
const SLICES_OF_WAL = 4;
/** In pages: 16 MB at the default size. */
const LONG_WAL = 4_000;
const TRUNCATE_PAUSE_MS = 5;

export function sqliteBackend(options: DatabaseFile): Backend {
  const { file, busyTimeoutMs } = options;
  const db = openDatabase(options);
  setBusyTimeout(db, 0); // from here on, waiting must not block the process
  const truncateLong = truncateLongWal(busyTimeoutMs);
  let usesReserve = false;
  const pageSize = Number(read(db, "page_size"));
  /** Runs work on the connection while no transaction uses it. */
  const exclusively = <T>(kysely: Kysely<Tables>, work: () => T): Promise<T> =>
    kysely.connection().execute(() => waitWhileBusy(busyTimeoutMs, () => guarded(file, work)));
  return {
    traits: sqliteTraits,
    dialect: dialectOf(db, options),
    retry: (work) => work(), // each statement waits for locks
    backUp: async (version) => backUp(file, version),
    keepBackups: (keep, now) => keepBackups(file, keep, now),
    async checkIntegrity(full) {
      const rows = db.prepare(full ? "pragma integrity_check" : "pragma quick_check(10)").all();
      return rows.map((row) => String(Object.values(row as object)[0])).filter((line) => line !== "ok");
    },
    releaseReserve() {
      usesReserve = releaseReserve(file);
      return usesReserve;
    },
    async truncateWal(kysely) {
      // The log may be the only space that the next slice can use.
      if (usesReserve) await exclusively(kysely, () => emptyWal(db));
      else await truncateLong(kysely);
    },
    async releaseSpace(kysely) {
      const released = await exclusively(kysely, () => releasePages(db));
      if (released === 0) {
        // The log may hold pages for which the file has to grow.
        await exclusively(kysely, () => emptyWal(db));
        keepReserve(file);
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
function emptyWal(db: Database): void {
  db.prepare("pragma wal_checkpoint(truncate)").get();
}

/**
 * While another process writes all the time, SQLite's own checkpoints never restart the log. Restarting it blocks
 * writers briefly, so only a long log is restarted, after most of it has been copied.
 */
function truncateLongWal(busyTimeoutMs: number): Backend["truncateWal"] {
  let slices = 0;
  return async (db) => {
    slices = (slices + 1) % SLICES_OF_WAL;
    if (slices !== 0) return;
    const { rows } = await sql<{ log: number }>`pragma wal_checkpoint(passive)`.execute(db);
    if ((rows[0]?.log ?? 0) <= LONG_WAL) return;
    const last = performance.now() + busyTimeoutMs;
    // A row, not an error, says that a reader or writer still uses the log.
    const truncate = async () =>
      (await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)).rows[0];
    while ((await truncate())?.busy === 1 && performance.now() < last) await sleep(TRUNCATE_PAUSE_MS);
  };
}

/** Adapts a `node:sqlite` database to the better-sqlite3 API that Kysely expects, and caches prepared statements. */
function dialectOf(db: Database, { file, busyTimeoutMs }: DatabaseFile): Dialect {
  const prepared = new Map<string, PreparedStatement>();
  const dialect = new SqliteDialect({
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
  return createWaitingDialect(dialect, busyTimeoutMs);
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

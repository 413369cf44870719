import { CamelCasePlugin, Kysely, sql } from "kysely";
import { type Clock, systemClock } from "../kernel/clock.ts";
import type { Store } from "../kernel/storage/store.ts";
import { createStore } from "./create-store.ts";
import { NEWEST } from "./migrations/list.ts";
import { migrate } from "./migrations/migrate.ts";
import { sqliteBackend } from "./sqlite/backend.ts";
import { prepareFile } from "./sqlite/prepare-file.ts";
import { withNewestSave } from "./sqlite/with-newest-save.ts";
import type { ChildKeys } from "./sweep/mark-nodes.ts";
import { createSweeper } from "./sweep/sweep-nodes.ts";
import type { Tables } from "./tables/schema.ts";
import type { Backend } from "./traits.ts";

export interface StoreOptions {
  /** The SQLite file; `:memory:` for a database that ends with the process. */
  file: string;
  /** `postgres://…` to use a server instead of the file. */
  url?: string;
  /** PostgreSQL schema of the tables (default: `holdfast`). Created if missing. */
  schema?: string;
  /** How long a write waits for another process, in milliseconds. */
  busyTimeoutMs?: number;
  /** The keys that a node refers to, for the sweep. */
  childKeys: ChildKeys;
  /**
   * Replace a damaged SQLite file (empty, truncated, not a database): rename it to `….damaged-<time>` and restore the
   * newest backup, or create a new database. Otherwise such a file is rejected and left unchanged.
   */
  replaceDamaged?: boolean;
  clock?: Clock;
  /** Called before an existing database is brought to this version, which may take long. */
  onUpgrade?: () => Promise<void>;
}

/** Opens the store and migrates it. Both databases share this implementation and differ only in their `Backend`. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { file, url, schema = "holdfast", busyTimeoutMs = 5_000 } = options;
  if (url !== undefined) {
    const { postgresBackend } = await import("./postgres/backend.ts"); // pg is loaded only where it is used
    return await openMigrated(postgresBackend({ url, schema, busyTimeoutMs }), options);
  }
  const { replaceDamaged = false, clock = systemClock } = options;
  await prepareFile({ file, busyTimeoutMs, newest: NEWEST, create: createFile, replaceDamaged, clock });
  const store = await openMigrated(sqliteBackend({ file, busyTimeoutMs }), options);
  return file === ":memory:" ? store : withNewestSave(store, file);
}

/**
 * A connection closes its file only when its statements are garbage-collected, so a new database is created in memory.
 */
async function createFile(path: string): Promise<void> {
  const db = await connect(sqliteBackend({ file: ":memory:", busyTimeoutMs: 0 }));
  try {
    await sql`vacuum into ${path}`.execute(db);
  } finally {
    await db.destroy();
  }
}

async function openMigrated(backend: Backend, { childKeys, onUpgrade }: StoreOptions): Promise<Store> {
  return createStore(await connect(backend, onUpgrade), backend, createSweeper(backend.traits, childKeys));
}

async function connect(backend: Backend, onUpgrade?: StoreOptions["onUpgrade"]): Promise<Kysely<Tables>> {
  const options = { plugins: [new CamelCasePlugin()] };
  const db = new Kysely<Tables>({ ...options, dialect: backend.dialect });
  const { migrationDialect } = backend;
  const patient = migrationDialect ? new Kysely<Tables>({ ...options, dialect: migrationDialect }) : db;
  try {
    await migrate({ db, patient, onUpgrade }, backend);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  } finally {
    if (patient !== db) await patient.destroy();
  }
}

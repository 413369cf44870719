import { type Kysely, sql } from "kysely";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Tables } from "../tables/schema.ts";
import type { Backend, Traits } from "../traits.ts";
import { MIGRATIONS, type Migration } from "./list.ts";
import { repairSchema, storeSchema } from "./repair-schema.ts";

/** How long processes that start at once wait for the one that migrates. */
const LONGEST_WAIT = 120_000;

export interface Connections {
  db: Kysely<Tables>;
  /** A connection whose statements have no time limit (default: `db`). */
  patient?: Kysely<Tables>;
  /** Called before an existing database is migrated, which may take long. */
  onUpgrade?: (() => Promise<void>) | undefined;
}

/**
 * Brings the schema to the newest version, in one transaction with the version rows. If several processes start at
 * once, the first migrates and the others wait. A newer schema is rejected; one that differs from the result of the
 * migrations is repaired or rejected.
 */
export async function migrate(
  { db, patient = db, onUpgrade }: Connections,
  { traits, backUp }: Pick<Backend, "traits" | "backUp">,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  if ((await currentVersion(db, traits, migrations.length)) === migrations.length) {
    await repairSchema({ db, patient }, traits);
    return;
  }
  const migrateOnce = async (transaction: Kysely<Tables>) => {
    for (const statement of traits.lockMigrations) await sql.raw(statement).execute(transaction);
    const reached = await currentVersion(transaction, traits, migrations.length);
    if (reached === migrations.length) return;
    // Inside the lock, so that there is exactly one copy, made before the migration.
    if (reached > 0) {
      await onUpgrade?.();
      await backUp(reached);
    }
    await createVersionTable(transaction, traits);
    for (const [i, { name, up }] of migrations.entries()) {
      if (i < reached) continue;
      await transaction
        .insertInto("migrations")
        .values({ version: i + 1, name, at: 0 })
        .execute();
      await up(transaction, traits);
      if (traits.name === "sqlite") await sql.raw(`pragma user_version = ${i + 1}`).execute(transaction);
    }
    await storeSchema(transaction, traits);
  };
  await retryWhileBusy(traits, () => patient.transaction().execute(migrateOnce));
}

/** On a server, a migration may outlast the lock timeout of waiting processes. Nothing is changed without the lock. */
async function retryWhileBusy(traits: Traits, work: () => Promise<void>): Promise<void> {
  const last = Date.now() + LONGEST_WAIT;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      const isBusy = error instanceof HoldfastError && error.code === "store_busy";
      if (traits.name !== "postgres" || !isBusy || Date.now() > last) throw error;
    }
  }
}

async function currentVersion(db: Kysely<Tables>, traits: Traits, newest: number): Promise<number> {
  if (!(await hasVersionTable(db, traits))) return 0;
  const row = await db
    .selectFrom("migrations")
    .select(({ fn }) => fn.max("version").as("version"))
    .executeTakeFirst();
  const version = Number(row?.version ?? 0);
  if (version > newest) throw newer(version, newest);
  return version;
}

async function hasVersionTable(db: Kysely<Tables>, traits: Traits): Promise<boolean> {
  const query =
    traits.name === "sqlite"
      ? "select 1 as found from sqlite_master where type = 'table' and name = 'migrations'"
      : // Read as rows: to_regclass uses a cache that may not show another process's commit yet.
        "select 1 as found from pg_tables where schemaname = current_schema() and tablename = 'migrations'";
  return (await sql.raw(query).execute(db)).rows.length > 0;
}

async function createVersionTable(db: Kysely<Tables>, { columns }: Traits): Promise<void> {
  const { integer } = columns;
  await sql
    .raw(
      `create table if not exists migrations (
        version ${integer} primary key, name text not null, at ${integer} not null)`,
    )
    .execute(db);
}

function newer(version: number, newest: number): HoldfastError {
  return new HoldfastError(
    "store_newer",
    `The database has schema version ${version}; this holdfast supports up to ${newest}. It was not changed.`,
  );
}

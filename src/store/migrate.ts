import { type Kysely, sql } from "kysely";
import { HoldfastError } from "../kernel/errors.ts";
import { MIGRATIONS, NEWEST } from "./migrations/list.ts";
import type { Tables } from "./schema.ts";
import type { Traits } from "./traits.ts";

/**
 * Brings the schema to the newest version, each migration in a transaction with its version row. Several processes
 * may start at once: the first migrates, the others wait and find the work done. A newer schema is refused.
 */
export async function migrate(db: Kysely<Tables>, traits: Traits): Promise<void> {
  if ((await currentVersion(db, traits)) === NEWEST) return;
  await db.transaction().execute(async (transaction) => {
    for (const statement of traits.lockMigrations) await sql.raw(statement).execute(transaction);
    await createVersionTable(transaction, traits);
    const reached = await currentVersion(transaction, traits);
    if (reached > NEWEST) throw newer(reached);
    for (const [i, { name, up }] of MIGRATIONS.entries()) {
      if (i < reached) continue;
      // The version first: a second process that got past the lock fails here instead of repeating the work.
      await transaction
        .insertInto("migrations")
        .values({ version: i + 1, name, at: 0 })
        .execute();
      await up(transaction, traits);
      if (traits.name === "sqlite") await sql.raw(`pragma user_version = ${i + 1}`).execute(transaction);
    }
  });
}

async function currentVersion(db: Kysely<Tables>, traits: Traits): Promise<number> {
  if (!(await hasVersionTable(db, traits))) return 0;
  const row = await db
    .selectFrom("migrations")
    .select(({ fn }) => fn.max("version").as("version"))
    .executeTakeFirst();
  const version = Number(row?.version ?? 0);
  if (version > NEWEST) throw newer(version);
  return version;
}

async function hasVersionTable(db: Kysely<Tables>, traits: Traits): Promise<boolean> {
  const query =
    traits.name === "sqlite"
      ? "select 1 as found from sqlite_master where type = 'table' and name = 'migrations'"
      : "select 1 as found where to_regclass('migrations') is not null";
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

function newer(version: number): HoldfastError {
  return new HoldfastError(
    "store_newer",
    `The database has schema version ${version}; this holdfast knows ${NEWEST}. It was left as it is.`,
  );
}

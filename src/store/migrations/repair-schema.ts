import { type Kysely, sql } from "kysely";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/** Stores the schema as the database reports it after the migrations, to compare it at the next start. */
export async function storeSchema(db: Kysely<Tables>, { schemaParts }: Traits): Promise<void> {
  const statements = [
    "drop table if exists schema_parts",
    "create table schema_parts (part text primary key, definition text)",
    `insert into schema_parts (part, definition) ${schemaParts}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Recreates a missing index. Rejects a database with a missing column, whose data is lost. */
export async function repairSchema(
  { db, patient }: { db: Kysely<Tables>; patient: Kysely<Tables> },
  traits: Traits,
): Promise<void> {
  if ((await missingParts(db, traits)).length === 0) return;
  await patient.transaction().execute(async (transaction) => {
    for (const statement of traits.lockMigrations) await sql.raw(statement).execute(transaction);
    const missing = await missingParts(transaction, traits);
    const lost = missing.filter(({ definition }) => definition === null).map(({ part }) => part);
    if (lost.length > 0) {
      const message = `The database is missing ${lost.slice(0, 5).join(", ")}. It was not changed.`;
      throw new HoldfastError("store_unavailable", message, {
        next: "Restore a backup: docs/store.md#backups.",
      });
    }
    for (const { definition } of missing) await sql.raw(definition ?? "").execute(transaction);
  });
}

async function missingParts(db: Kysely<Tables>, { schemaParts }: Traits) {
  const { rows } = await sql<{ part: string; definition: string | null }>`
    select part, definition from schema_parts where part not in (select part from (${sql.raw(schemaParts)}) as found)
  `.execute(db);
  return rows;
}

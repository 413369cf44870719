import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/** Counts the writes of a session, so that a writer notices if another one came first. */
export async function sessionRevision(db: Kysely<Tables>, { columns }: Traits): Promise<void> {
  await sql.raw(`alter table sessions add column revision ${columns.integer} not null default 1`).execute(db);
}

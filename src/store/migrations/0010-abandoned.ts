import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/** When a rewind abandoned a checkpoint. */
export async function abandoned(db: Kysely<Tables>, { columns }: Traits): Promise<void> {
  await sql.raw(`alter table checkpoints add column abandoned_at ${columns.integer}`).execute(db);
}

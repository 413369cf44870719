import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/** When a user decided that no other session may continue this one. */
export async function dismissed(db: Kysely<Tables>, { columns }: Traits): Promise<void> {
  await sql.raw(`alter table sessions add column dismissed_at ${columns.integer}`).execute(db);
}

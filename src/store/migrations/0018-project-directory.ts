import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/** By which the directory of a project is known again after it was renamed. */
export async function projectDirectory(db: Kysely<Tables>, { columns }: Traits): Promise<void> {
  await sql.raw(`alter table projects add column directory ${columns.key}`).execute(db);
}

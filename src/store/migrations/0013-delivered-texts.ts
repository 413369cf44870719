import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";

/** What a delivery said word for word, and which handler said it. It was not kept before. */
export async function deliveredTexts(db: Kysely<Tables>): Promise<void> {
  for (const column of ["handler", "reply"])
    await sql.raw(`alter table deliveries add column ${column} text`).execute(db);
}

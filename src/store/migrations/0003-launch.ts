import { type Kysely, sql } from "kysely";
import type { Tables } from "../schema.ts";

/** Where a session's client was started by us. */
export async function launch(db: Kysely<Tables>): Promise<void> {
  await sql.raw("alter table sessions add column launch text").execute(db);
}

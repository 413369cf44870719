import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";

/** The machine from which a session was imported; null for one of this machine. */
export async function machine(db: Kysely<Tables>): Promise<void> {
  await sql.raw("alter table sessions add column machine text").execute(db);
}

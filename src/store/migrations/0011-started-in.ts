import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";

/** The directory in which a session was started, by which the sessions of a monorepo are distinguished. */
export async function startedIn(db: Kysely<Tables>): Promise<void> {
  await sql.raw("alter table sessions add column started_in text").execute(db);
}

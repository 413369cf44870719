import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";

/** Lists the sessions of all projects by time without reading every row. */
export async function sessionsByTime(db: Kysely<Tables>): Promise<void> {
  await sql.raw("create index sessions_by_time on sessions (last_seen_at desc, id)").execute(db);
}

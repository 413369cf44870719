import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";

/** How Holdfast launched the agent of a session. */
export async function launch(db: Kysely<Tables>): Promise<void> {
  const statements = [
    "alter table sessions add column launch text",
    "create index sessions_launched on sessions (agent, last_seen_at desc) where launch is not null",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

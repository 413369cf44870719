import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/** Replies that no hook has confirmed, and when a delivery arrived. Whether earlier ones did was not recorded. */
export async function pendingReplies(db: Kysely<Tables>, { columns }: Traits): Promise<void> {
  const { key, integer, identity } = columns;
  const statements = [
    `alter table deliveries add column event_id ${key}`,
    `alter table deliveries add column arrived_at ${integer}`,
    "update deliveries set arrived_at = at",
    `create table pending_replies (
      id ${identity}, event_id ${key} not null, session_id ${key} not null, handler text not null, reply text not null,
      at ${integer} not null)`,
    "create index pending_replies_by_session on pending_replies (session_id)",
    "create index pending_replies_by_event on pending_replies (event_id)",
    "create index deliveries_by_event on deliveries (event_id) where event_id is not null",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

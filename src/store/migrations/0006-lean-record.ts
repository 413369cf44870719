import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";

/** Removes columns and a kind that were never used, and renames the timestamps of a session. */
export async function leanRecord(db: Kysely<Tables>): Promise<void> {
  const statements = [
    "alter table checkpoints drop column workspace_ref",
    "alter table checkpoints drop column abandoned",
    "update checkpoints set kind = 'place' where kind = 'mark'",
    "alter table sessions rename column last_message_sent_at to last_prompt_at",
    "alter table sessions rename column last_after_model_at to first_tool_use_at",
    "alter table sessions rename column last_feedback_received to last_notified_answer",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";

/**
 * Adds an index for lookups by name. Indexes on columns that most records lack now skip those records, so that a save
 * writes fewer pages.
 */
export async function leanIndexes(db: Kysely<Tables>): Promise<void> {
  const statements = [
    `create index checkpoints_by_name on checkpoints (project_id, name, created_at desc, seq desc)
      where name is not null`,
    "drop index checkpoints_by_session",
    `create index checkpoints_by_session on checkpoints (session_id, created_at desc, seq desc)
      where session_id is not null`,
    "drop index checkpoints_by_workflow",
    `create index checkpoints_by_workflow on checkpoints (workflow_id, created_at desc, seq desc)
      where workflow_id is not null`,
    "drop index checkpoints_by_parent",
    "create index checkpoints_by_parent on checkpoints (parent_id) where parent_id is not null",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

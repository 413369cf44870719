import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/**
 * For machines that share a database: on which one a session runs, the clones of each, and the conversations and files that
 * they put here. In the database of one machine all of this stays empty.
 */
export async function sharedDatabase(db: Kysely<Tables>, { columns }: Traits): Promise<void> {
  const { key, integer, bytes } = columns;
  const statements = [
    `alter table sessions add column host ${key}`,
    `create table clones (
      host ${key} not null, project_id ${key} not null, machine text not null, remotes text not null, root_commit text,
      seen_at ${integer} not null, primary key (host, project_id))`,
    `create table session_parts (
      session_id ${key} not null, host ${key} not null, number ${integer} not null, machine text not null,
      version text not null, files ${integer} not null, bytes ${bytes} not null, primary key (session_id, host, number))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

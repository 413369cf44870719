import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/** Notes and the index of their words. */
export async function memory(db: Kysely<Tables>, { columns, wordIndex }: Traits): Promise<void> {
  const { key, integer } = columns;
  const statements = [
    `create table memories (
      id ${key} primary key, project_id ${key} not null, text text not null, words text not null,
      uses ${integer} not null, created_at ${integer} not null)`,
    "create index memories_by_use on memories (project_id, uses desc, created_at desc)",
    ...wordIndex.create,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

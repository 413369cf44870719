import { CompiledQuery, type Kysely } from "kysely";
import { RECORD_COLUMNS, type SaveRows } from "../tables/save-rows.ts";
import type { Tables } from "../tables/schema.ts";

/**
 * One statement, and so one round trip, for any number of nodes. It locks the tables before it reads: a sweep that
 * deletes has finished by then, or waits, so the epoch cannot change before the save.
 */
export const SAVE = `
  with now as (select epoch from sweeps where id = 1),
  due as (select epoch from now where $1::bigint is null or epoch = $1::bigint),
  fresh as (
    insert into nodes (key, bytes)
      select node.key, node.bytes from due, unnest($2::bytea[], $3::bytea[]) as node (key, bytes)
      on conflict do nothing),
  saved as (
    insert into checkpoints (${RECORD_COLUMNS.join(", ")})
      select ${RECORD_COLUMNS.map((_, i) => `$${i + 4}`).join(", ")} from due
      on conflict (id) do nothing)
  select epoch from now`;

export async function saveToPostgres(
  db: Kysely<Tables>,
  { record, nodes, since }: SaveRows,
): Promise<number> {
  const keys = nodes.map(({ key }) => key);
  const bytes = nodes.map((node) => node.bytes);
  const query = CompiledQuery.raw(SAVE, [since, keys, bytes, ...record]);
  const found = await db.executeQuery<{ epoch: number }>(query);
  return found.rows[0]?.epoch ?? 0;
}

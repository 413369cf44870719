import { CompiledQuery, type Kysely } from "kysely";
import { RECORD_COLUMNS, REPLACED_COLUMNS, type SaveRows } from "../tables/save-rows.ts";
import type { Tables } from "../tables/schema.ts";

/**
 * One statement, and so one round trip, for any number of nodes. It locks the tables before it reads: a sweep that
 * deletes has finished by then, or waits, so the epoch cannot change before the save.
 */
export const SAVE = statementWith("do nothing");

const old = REPLACED_COLUMNS.map((column) => `checkpoints.${column}`).join(", ");
const given = REPLACED_COLUMNS.map((column) => `excluded.${column}`).join(", ");

/**
 * Like `SAVE`, but replaces an existing record. A sweep may have passed it when it had its old state, so sweeps must
 * begin again.
 */
export const REPLACE = statementWith(
  `do update set (${REPLACED_COLUMNS.join(", ")}) = row(${given}) where (${old}) is distinct from (${given})
    returning xmax <> 0 as is_replaced`,
  `, restarted as (
    update sweeps set epoch = epoch + 1 where id = 1 and exists (select 1 from saved where is_replaced))`,
);

function statementWith(onConflict: string, more = ""): string {
  return `
  with now as (select epoch from sweeps where id = 1),
  due as (select epoch from now where $1::bigint is null or epoch = $1::bigint),
  fresh as (
    insert into nodes (key, bytes)
      select node.key, node.bytes from due, unnest($2::bytea[], $3::bytea[]) as node (key, bytes)
      on conflict do nothing),
  saved as (
    insert into checkpoints (${RECORD_COLUMNS.join(", ")})
      select ${RECORD_COLUMNS.map((_, i) => `$${i + 4}`).join(", ")} from due
      on conflict (id) ${onConflict})${more}
  select epoch from now`;
}

export async function saveToPostgres(
  db: Kysely<Tables>,
  { record, nodes, since, replace }: SaveRows,
): Promise<number> {
  const keys = nodes.map(({ key }) => key);
  const bytes = nodes.map((node) => node.bytes);
  const query = CompiledQuery.raw(replace ? REPLACE : SAVE, [since, keys, bytes, ...record]);
  const found = await db.executeQuery<{ epoch: number }>(query);
  return found.rows[0]?.epoch ?? 0;
}

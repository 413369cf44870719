import { CompiledQuery, type Kysely } from "kysely";
import { RECORD_COLUMNS, REPLACED_COLUMNS, type SaveRows } from "../tables/save-rows.ts";
import type { Tables } from "../tables/schema.ts";

const EPOCH = "select epoch from sweeps where id = 1";
const RECORD = `insert into checkpoints (${RECORD_COLUMNS.join(", ")})
  values (${RECORD_COLUMNS.map(() => "?").join(", ")}) on conflict (id) do nothing`;
const parameterOf = (column: string) => `?${RECORD_COLUMNS.indexOf(column) + 1}`;
const REPLACE = `update checkpoints
  set ${REPLACED_COLUMNS.map((column) => `${column} = ${parameterOf(column)}`).join(", ")}
  where id = ${parameterOf("id")}
    and (${REPLACED_COLUMNS.join(", ")}) is not (${REPLACED_COLUMNS.map(parameterOf).join(", ")})`;
/** A sweep may have passed the record when it had its old state, so sweeps must begin again. */
const BEGIN_SWEEPS_AGAIN = "update sweeps set epoch = epoch + 1 where id = 1";
/** Nodes per statement. Each number of nodes has its own statement, prepared once. */
const AT_ONCE = 32;

/** Several short statements in one transaction: without a server, they cost no round trips. */
export async function saveToSqlite(db: Kysely<Tables>, rows: SaveRows): Promise<number> {
  if (!db.isTransaction) {
    return await db.transaction().execute((transaction) => saveToSqlite(transaction, rows));
  }
  const { record, nodes, since, replace } = rows;
  const found = await db.executeQuery<{ epoch: number }>(CompiledQuery.raw(EPOCH));
  const epoch = found.rows[0]?.epoch ?? 0;
  if (since !== null && since !== epoch) return epoch;
  const { numAffectedRows } = await db.executeQuery(CompiledQuery.raw(RECORD, record));
  if (replace && numAffectedRows === 0n) await replaceRecord(db, record);
  for (let at = 0; at < nodes.length; at += AT_ONCE) {
    const slice = nodes.slice(at, at + AT_ONCE);
    const parameters = slice.flatMap(({ key, bytes }) => [key, bytes]);
    await db.executeQuery(CompiledQuery.raw(insertNodes(slice.length), parameters));
  }
  return epoch;
}

async function replaceRecord(db: Kysely<Tables>, record: readonly unknown[]): Promise<void> {
  const { numAffectedRows } = await db.executeQuery(CompiledQuery.raw(REPLACE, [...record]));
  if (numAffectedRows !== 0n) await db.executeQuery(CompiledQuery.raw(BEGIN_SWEEPS_AGAIN));
}

function insertNodes(count: number): string {
  return `insert into nodes (key, bytes) values ${"(?, ?), ".repeat(count).slice(0, -2)} on conflict do nothing`;
}

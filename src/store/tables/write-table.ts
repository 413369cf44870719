import type { Kysely } from "kysely";
import type { PendingWrite } from "../../kernel/storage/write-storage.ts";
import type { Tables } from "./schema.ts";

/** Rows per statement: PostgreSQL allows 65,535 parameters, SQLite 32,766. */
const AT_ONCE = 500;

export async function insertWrites(db: Kysely<Tables>, writes: readonly PendingWrite[]): Promise<void> {
  const [special, ordinary] = [
    writes.filter(({ position }) => position < 0),
    writes.filter(({ position }) => position >= 0),
  ];
  for (let at = 0; at < ordinary.length; at += AT_ONCE)
    await db
      .insertInto("pendingWrites")
      .values(ordinary.slice(at, at + AT_ONCE))
      .onConflict((conflict) => conflict.columns(["checkpointId", "taskId", "position"]).doNothing())
      .execute();
  await replaceWrites(db, special);
}

export async function replaceWrites(db: Kysely<Tables>, writes: readonly PendingWrite[]): Promise<void> {
  for (const write of writes)
    await db
      .insertInto("pendingWrites")
      .values(write)
      .onConflict((conflict) => {
        const { taskPath, channel, type, value } = write;
        return conflict
          .columns(["checkpointId", "taskId", "position"])
          .doUpdateSet({ taskPath, channel, type, value });
      })
      .execute();
}

export async function selectWrites(
  db: Kysely<Tables>,
  checkpointIds: readonly string[],
): Promise<PendingWrite[]> {
  if (checkpointIds.length === 0) return [];
  return await db
    .selectFrom("pendingWrites")
    .selectAll()
    .where("checkpointId", "in", [...checkpointIds])
    .orderBy("checkpointId")
    .orderBy("taskPath")
    .orderBy("taskId")
    .orderBy("position")
    .execute();
}

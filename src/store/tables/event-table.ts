import { type Kysely, sql } from "kysely";
import type { StoreStats } from "../../kernel/storage/maintenance-storage.ts";
import { clamp } from "./checkpoint-table.ts";
import type { Tables } from "./schema.ts";

const NO_REPLY = "{}";

export async function selectEvent(
  db: Kysely<Tables>,
  eventId: string,
): Promise<{ reply: string } | undefined> {
  return await db.selectFrom("inbox").select("reply").where("eventId", "=", eventId).executeTakeFirst();
}

/** Returns false if the event already exists. */
export async function insertEvent(db: Kysely<Tables>, event: Tables["inbox"]): Promise<boolean> {
  const result = await db
    .insertInto("inbox")
    .values(event)
    .onConflict((conflict) => conflict.column("eventId").doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function emptyReplies(db: Kysely<Tables>, before: number, limit: number): Promise<number> {
  const delivered = db
    .selectFrom("inbox")
    .select("eventId")
    .where("at", "<", before)
    .where("reply", "!=", NO_REPLY)
    .limit(clamp(limit));
  const emptied = await db
    .updateTable("inbox")
    .set({ reply: NO_REPLY })
    .where("eventId", "in", delivered)
    .executeTakeFirst();
  return Number(emptied.numUpdatedRows);
}

/** Ids of handled events and deliveries are kept for as long as a duplicate may arrive. */
export async function deleteEvents(db: Kysely<Tables>, before: number, limit: number): Promise<number> {
  const events = db.selectFrom("inbox").select("eventId").where("at", "<", before).limit(clamp(limit));
  const deliveries = db.selectFrom("deliveries").select("id").where("at", "<", before).limit(clamp(limit));
  const replies = db.selectFrom("pendingReplies").select("id").where("at", "<", before).limit(clamp(limit));
  const deleted = [
    await db.deleteFrom("inbox").where("eventId", "in", events).executeTakeFirst(),
    await db.deleteFrom("deliveries").where("id", "in", deliveries).executeTakeFirst(),
    await db.deleteFrom("pendingReplies").where("id", "in", replies).executeTakeFirst(),
  ];
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}

export async function selectEpoch(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom("sweeps").select("epoch").where("id", "=", 1).executeTakeFirst();
  return row?.epoch ?? 0;
}

export async function selectStats(db: Kysely<Tables>): Promise<StoreStats> {
  const sessions = await db
    .selectFrom("sessions")
    .select(sql<number>`count(*)`.as("count"))
    .executeTakeFirst();
  const nodes = await db
    .selectFrom("nodes")
    .select([sql<number>`count(*)`.as("count"), sql<number>`coalesce(sum(length(bytes)), 0)`.as("bytes")])
    .executeTakeFirst();
  return {
    checkpoints: await countCheckpoints(db),
    sessions: Number(sessions?.count ?? 0),
    nodes: Number(nodes?.count ?? 0),
    bytes: Number(nodes?.bytes ?? 0),
  };
}

/** Does not count those abandoned by a rewind. */
async function countCheckpoints(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("checkpoints")
    .select(sql<number>`count(*)`.as("count"))
    .where("abandonedAt", "is", null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

import type { Kysely } from "kysely";
import type { PendingReply } from "../../kernel/storage/reply-storage.ts";
import { clamp } from "./checkpoint-table.ts";
import type { Tables } from "./schema.ts";

export async function insertReplies(
  db: Kysely<Tables>,
  replies: readonly Omit<PendingReply, "id">[],
): Promise<void> {
  if (replies.length > 0)
    await db
      .insertInto("pendingReplies")
      .values([...replies])
      .execute();
}

export async function selectReplies(
  db: Kysely<Tables>,
  { sessionId, limit }: { sessionId?: string; limit: number },
): Promise<PendingReply[]> {
  const all = db.selectFrom("pendingReplies").selectAll().orderBy("id").limit(clamp(limit));
  return await (sessionId === undefined ? all : all.where("sessionId", "=", sessionId)).execute();
}

export async function moveReplies(
  db: Kysely<Tables>,
  ids: readonly number[],
  eventId: string,
): Promise<void> {
  if (ids.length === 0) return;
  const carriers = db
    .selectFrom("pendingReplies")
    .select("eventId")
    .where("id", "in", [...ids]);
  await db
    .updateTable("deliveries")
    .set({ eventId })
    .where("eventId", "in", carriers)
    .where("arrivedAt", "is", null)
    .execute();
  await db
    .updateTable("pendingReplies")
    .set({ eventId })
    .where("id", "in", [...ids])
    .execute();
}

export async function deleteReplies(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom("pendingReplies")
      .where("id", "in", [...ids])
      .execute();
}

export async function confirmReplies(
  db: Kysely<Tables>,
  eventIds: readonly string[],
  arrivedAt: number,
): Promise<void> {
  if (eventIds.length === 0) return;
  await db
    .updateTable("deliveries")
    .set({ arrivedAt })
    .where("eventId", "in", [...eventIds])
    .where("arrivedAt", "is", null)
    .execute();
  await db
    .deleteFrom("pendingReplies")
    .where("eventId", "in", [...eventIds])
    .execute();
}

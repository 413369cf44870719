import type { Kysely } from "kysely";
import type { PendingReply, ReplyStorage } from "../../kernel/storage/reply-storage.ts";
import type { Retry } from "../traits.ts";
import { clamp } from "./checkpoint-table.ts";
import type { Tables } from "./schema.ts";

interface Retries {
  retry: Retry;
  retryTransaction: <T>(work: (inside: Kysely<Tables>) => Promise<T>) => Promise<T>;
}

export function replyStorage(db: Kysely<Tables>, { retry, retryTransaction }: Retries): ReplyStorage {
  return {
    addPendingReplies: (pending) => retry(() => insertReplies(db, pending)),
    listPendingReplies: (filter) => retry(() => selectReplies(db, filter)),
    movePendingReplies: (ids, eventId) => retryTransaction((inside) => moveReplies(inside, ids, eventId)),
    deletePendingReplies: (ids) => retry(() => deleteReplies(db, ids)),
    confirmReplies: (eventIds, at) => retryTransaction((inside) => confirmReplies(inside, eventIds, at)),
    rewriteReplies: (rewrite, options) => retry(() => rewriteReplies(db, rewrite, options)),
  };
}

async function insertReplies(
  db: Kysely<Tables>,
  replies: readonly Omit<PendingReply, "id">[],
): Promise<void> {
  if (replies.length > 0)
    await db
      .insertInto("pendingReplies")
      .values([...replies])
      .execute();
}

async function selectReplies(
  db: Kysely<Tables>,
  { sessionId, limit }: { sessionId?: string; limit: number },
): Promise<PendingReply[]> {
  const all = db.selectFrom("pendingReplies").selectAll().orderBy("id").limit(clamp(limit));
  return await (sessionId === undefined ? all : all.where("sessionId", "=", sessionId)).execute();
}

async function moveReplies(db: Kysely<Tables>, ids: readonly number[], eventId: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("deliveries")
    .set({ eventId })
    .where("arrivedAt", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("pendingReplies")
          .select("pendingReplies.id")
          .where("pendingReplies.id", "in", [...ids])
          .whereRef("pendingReplies.eventId", "=", "deliveries.eventId")
          .where(({ eb, or, ref }) =>
            or([
              eb("deliveries.handler", "is", null),
              eb("deliveries.handler", "=", ref("pendingReplies.handler")),
            ]),
          ),
      ),
    )
    .execute();
  await db
    .updateTable("pendingReplies")
    .set({ eventId })
    .where("id", "in", [...ids])
    .execute();
}

async function deleteReplies(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom("pendingReplies")
      .where("id", "in", [...ids])
      .execute();
}

async function confirmReplies(
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

const PAGE = 200;

/** Returns how many texts changed. */
async function rewriteReplies(
  db: Kysely<Tables>,
  rewrite: (reply: string) => string,
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  let changed = 0;
  for (const table of ["pendingReplies", "deliveries"] as const) {
    for (let after: string | number | undefined; ; ) {
      const page = await selectPage(db, table, after);
      for (const { id, reply } of page) {
        const text = rewrite(reply);
        if (text === reply) continue;
        changed += 1;
        if (!dryRun)
          await db
            .updateTable(table)
            .set({ reply: text })
            .where("id", "=", id as never)
            .execute();
      }
      after = page.at(-1)?.id;
      if (page.length < PAGE) break;
    }
  }
  return changed;
}

async function selectPage(
  db: Kysely<Tables>,
  table: "pendingReplies" | "deliveries",
  after: string | number | undefined,
): Promise<{ id: string | number; reply: string }[]> {
  const page = db
    .selectFrom(table)
    .select(["id", "reply"])
    .where("reply", "is not", null)
    .orderBy("id")
    .limit(PAGE);
  const rows = await (after === undefined ? page : page.where("id", ">", after as never)).execute();
  return rows.flatMap(({ id, reply }) => (reply === null ? [] : [{ id, reply }]));
}

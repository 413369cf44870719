import { type Kysely, sql } from "kysely";
import type { Memory } from "../kernel/record.ts";
import { clamp } from "./checkpoint-table.ts";
import type { Tables } from "./schema.ts";
import type { Traits } from "./traits.ts";

const COLUMNS = ["id", "projectId", "text", "uses", "createdAt"] as const;

export async function insertMemory(db: Kysely<Tables>, memory: Memory, words: string): Promise<void> {
  await db
    .insertInto("memories")
    .values({ ...memory, words })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Relevance first; among equals what was used more often, then the newer one. */
export async function selectMemories(
  db: Kysely<Tables>,
  { wordIndex }: Traits,
  asked: { projectId: string; words: readonly string[]; limit: number },
): Promise<Memory[]> {
  const { projectId, words, limit } = asked;
  if (words.length === 0) {
    return await db
      .selectFrom("memories")
      .select(COLUMNS)
      .where("projectId", "=", projectId)
      .orderBy("uses", "desc")
      .orderBy("createdAt", "desc")
      .orderBy("id")
      .limit(clamp(limit))
      .execute();
  }
  const found = sql<{ id: string; rank: number }>`(${wordIndex.matching(words)})`.as<"found">("found");
  return await db
    .selectFrom("memories")
    .innerJoin(found, "found.id", "memories.id")
    .select(COLUMNS.map((column) => `memories.${column}` as const))
    .where("projectId", "=", projectId)
    .orderBy("found.rank")
    .orderBy("uses", "desc")
    .orderBy("createdAt", "desc")
    .limit(clamp(limit))
    .execute();
}

export async function addUses(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("memories")
    .set(({ eb }) => ({ uses: eb("uses", "+", 1) }))
    .where("id", "in", ids)
    .execute();
}

export async function removeMemory(db: Kysely<Tables>, projectId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom("memories")
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

import { type Kysely, sql } from "kysely";
import type { Memory } from "../../kernel/record.ts";
import type { Traits } from "../traits.ts";
import { clamp } from "./checkpoint-table.ts";
import type { Tables } from "./schema.ts";

const COLUMNS = ["id", "projectId", "text", "uses", "createdAt"] as const;

export async function insertMemory(db: Kysely<Tables>, memory: Memory, words: string): Promise<void> {
  await db
    .insertInto("memories")
    .values({ ...memory, words })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Ordered by the number of matching words, then use, then age. The two databases would rank matches differently. */
export async function selectMemories(
  db: Kysely<Tables>,
  { wordIndex }: Traits,
  request: { projectId: string; words: readonly string[]; limit: number },
): Promise<Memory[]> {
  const { projectId, words, limit } = request;
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
  const hits = sql.join(words.map(wordIndex.withWord), sql` union all `);
  const found = sql<{
    id: string;
    held: number;
  }>`(select id, count(*) as held from (${hits}) hits group by id)`;
  return await db
    .selectFrom("memories")
    .innerJoin(found.as<"found">("found"), "found.id", "memories.id")
    .select(COLUMNS.map((column) => `memories.${column}` as const))
    .where("projectId", "=", projectId)
    .orderBy("found.held", "desc")
    .orderBy("uses", "desc")
    .orderBy("createdAt", "desc")
    .orderBy("memories.id")
    .limit(clamp(limit))
    .execute();
}

export async function selectAllMemories(
  db: Kysely<Tables>,
  { after, limit }: { after: string; limit: number },
): Promise<Memory[]> {
  return await db
    .selectFrom("memories")
    .select(COLUMNS)
    .where("id", ">", after)
    .orderBy("id")
    .limit(clamp(limit))
    .execute();
}

export async function countMemories(db: Kysely<Tables>, projectId: string): Promise<number> {
  const { held } = await db
    .selectFrom("memories")
    .select(({ fn }) => fn.countAll().as("held"))
    .where("projectId", "=", projectId)
    .executeTakeFirstOrThrow();
  return Number(held);
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

import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { Checkpoint } from "../../kernel/record.ts";
import type { CheckpointFilter, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { Tables } from "./schema.ts";

const MAX_LIMIT = 1_000;

export async function selectCheckpoint(
  db: Kysely<Tables>,
  id: string,
): Promise<StoredCheckpoint | undefined> {
  const row = await db.selectFrom("checkpoints").selectAll().where("id", "=", id).executeTakeFirst();
  return row;
}

export async function selectCheckpointsById(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<StoredCheckpoint[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom("checkpoints").selectAll().where("id", "in", ids).execute();
}

export async function selectIds(db: Kysely<Tables>, prefix: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("checkpoints")
    .select("id")
    .where("id", ">=", prefix)
    .where("id", "<", `${prefix}~`)
    .orderBy("id")
    .limit(clamp(limit))
    .execute();
  return rows.map(({ id }) => id);
}

export async function selectCheckpoints(
  db: Kysely<Tables>,
  filter: CheckpointFilter,
): Promise<StoredCheckpoint[]> {
  let query = applyFilter(db.selectFrom("checkpoints").selectAll(), filter);
  if (filter.after !== undefined) {
    const { createdAt, seq } = filter.after;
    query = query.where(sql<boolean>`(created_at, seq) < (${createdAt}, ${seq})`);
  }
  return await query.orderBy("createdAt", "desc").orderBy("seq", "desc").limit(clamp(filter.limit)).execute();
}

type Query<O> = SelectQueryBuilder<Tables, "checkpoints", O>;

function applyFilter<O>(start: Query<O>, filter: CheckpointFilter): Query<O> {
  let query = start;
  const equals = [
    "projectId",
    "worktree",
    "sessionId",
    "workflowId",
    "workflowType",
    "stepName",
    "parentId",
    "kind",
    "name",
  ] as const;
  for (const column of equals) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, ...matching(value));
  }
  if (filter.since !== undefined) query = query.where("createdAt", ">=", filter.since);
  if (filter.until !== undefined) query = query.where("createdAt", "<", filter.until);
  if (!filter.includeTrashed) query = query.where("trashedAt", "is", null);
  if (!filter.includeAbandoned) query = query.where("abandonedAt", "is", null);
  return query;
}

/** One value, as nearly always, is an equality, for which the index has the order. */
export function matching(value: string | readonly string[]): ["=" | "in", never] {
  const [only, ...more] = typeof value === "string" ? [value] : value;
  return more.length === 0 && only !== undefined ? ["=", only as never] : ["in", value as never];
}

export async function changeCheckpoint(
  db: Kysely<Tables>,
  id: string,
  change: Partial<Pick<Checkpoint, "name" | "retention" | "trashedAt" | "abandonedAt">>,
): Promise<boolean> {
  if (Object.keys(change).length === 0) return (await selectCheckpoint(db, id)) !== undefined;
  const result = await db.updateTable("checkpoints").set(change).where("id", "=", id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function removeCheckpoints(db: Kysely<Tables>, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await db
    .deleteFrom("pendingWrites")
    .where("checkpointId", "in", [...ids])
    .execute();
  const result = await db
    .deleteFrom("checkpoints")
    .where("id", "in", [...ids])
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Makes all databases treat -1, 0 and a billion in the same way. */
export function clamp(limit: number): number {
  return Math.min(MAX_LIMIT, Math.max(1, Math.trunc(limit) || 1));
}

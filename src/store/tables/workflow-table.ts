import { type Kysely, sql } from "kysely";
import type { RunFence, RunFilter, WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import type { Retry, Traits } from "../traits.ts";
import { clamp } from "./checkpoint-table.ts";
import type { Tables } from "./schema.ts";
import { deleteFailed, selectSteps, upsertStep, upsertSteps } from "./step-table.ts";

interface Execution {
  traits: Traits;
  retry: Retry;
  retryTransaction: <T>(work: (inside: Kysely<Tables>) => Promise<T>) => Promise<T>;
}

export function workflowStorage(
  db: Kysely<Tables>,
  { traits, retry, retryTransaction }: Execution,
): WorkflowStorage {
  return {
    // Not repeated: a second attempt would report that the run exists. Callers recognize their own run by its id.
    createRun: (run) => insertNew(db, "workflowRuns", run),
    getRun: (id) => retry(() => selectRun(db, id)),
    findRunIds: (prefix, limit) => retry(() => selectRunIds(db, prefix, limit)),
    listRuns: (filter) => retry(() => selectRuns(db, filter)),
    changeRun: (driver, change, { unflushed = false } = {}) =>
      retry(() =>
        unflushed
          ? traits.unflushed(db, (inside) => updateRun(inside, driver, change))
          : updateRun(db, driver, change),
      ),
    recordStep: (step, fence, options) => retry(() => upsertStep(db, traits, { step, fence, ...options })),
    recordSteps: (steps, fence) => {
      const record = (inside: Kysely<Tables>) => upsertSteps(inside, traits, { steps, fence });
      return traits.recordAll === undefined ? retryTransaction(record) : retry(() => record(db));
    },
    listSteps: (runId) => retry(() => selectSteps(db, traits, runId)),
    forgetFailedSteps: (driver) => retry(() => deleteFailed(db, driver)),
    sendSignal: (signal) => insertNew(db, "workflowSignals", signal),
    findSignal: (runId, name) =>
      retry(() =>
        db
          .selectFrom("workflowSignals")
          .selectAll()
          .where("runId", "=", runId)
          .where("name", "=", name)
          .where("takenBy", "is", null)
          .orderBy("sentAt")
          .orderBy("id")
          .limit(1)
          .executeTakeFirst(),
      ),
    takeSignal: (signalId, step, fence) =>
      retryTransaction(async (inside) => {
        if (!(await upsertStep(inside, traits, { step, fence }))) return false;
        const change = { takenBy: step.place };
        await inside.updateTable("workflowSignals").set(change).where("id", "=", signalId).execute();
        return true;
      }),
    deleteRuns: (ids) => retryTransaction((inside) => deleteRuns(inside, ids)),
  };
}

async function insertNew<T extends "workflowRuns" | "workflowSignals">(
  db: Kysely<Tables>,
  table: T,
  row: Tables[T],
): Promise<boolean> {
  const result = await db
    .insertInto(table)
    .values(row as never)
    .onConflict((conflict) => conflict.column("id" as never).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function selectRun(db: Kysely<Tables>, id: string): Promise<WorkflowRun | undefined> {
  return await db.selectFrom("workflowRuns").selectAll().where("id", "=", id).executeTakeFirst();
}

async function selectRunIds(db: Kysely<Tables>, prefix: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("workflowRuns")
    .select("id")
    .where("id", ">=", prefix)
    .where("id", "<", `${prefix}\u{10ffff}`)
    .orderBy("id")
    .limit(clamp(limit))
    .execute();
  return rows.map(({ id }) => id);
}

async function selectRuns(db: Kysely<Tables>, filter: RunFilter): Promise<WorkflowRun[]> {
  let query = db.selectFrom("workflowRuns").selectAll();
  for (const column of ["projectId", "type", "status", "forkedFrom"] as const) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, "=", value as never);
  }
  const { after, updatedBefore } = filter;
  if (updatedBefore !== undefined) query = query.where("updatedAt", "<", updatedBefore);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  return await query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(clamp(filter.limit)).execute();
}

async function updateRun(
  db: Kysely<Tables>,
  { runId, fence }: RunFence,
  change: Partial<Omit<WorkflowRun, "id">>,
): Promise<boolean> {
  const result = await db
    .updateTable("workflowRuns")
    .set(change)
    .where("id", "=", runId)
    .where("fence", "=", fence)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

async function deleteRuns(db: Kysely<Tables>, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const forks = await db
    .selectFrom("workflowRuns")
    .select(["id", "forkedFrom"])
    .where("forkedFrom", "in", [...ids])
    .execute();
  const needed = new Set(forks.flatMap(({ id, forkedFrom }) => (ids.includes(id) ? [] : (forkedFrom ?? []))));
  const deletable = ids.filter((id) => !needed.has(id));
  if (deletable.length === 0) return 0;
  for (const table of ["workflowSteps", "workflowSignals"] as const)
    await db.deleteFrom(table).where("runId", "in", deletable).execute();
  const result = await db.deleteFrom("workflowRuns").where("id", "in", deletable).executeTakeFirst();
  return Number(result.numDeletedRows);
}

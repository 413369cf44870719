import { type Kysely, sql } from "kysely";
import { HoldfastError } from "../../kernel/errors.ts";
import type { RunFence, RunFilter, WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowRun, WorkflowSignal } from "../../kernel/workflow-record.ts";
import type { Retry, Traits } from "../traits.ts";
import { clamp } from "./checkpoint-table.ts";
import type { Tables } from "./schema.ts";
import { deleteSteps, selectSteps, upsertStep, upsertSteps } from "./step-table.ts";

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
    createRun: (run) => insertRun(db, run),
    getRun: (id) => retry(() => selectRun(db, id)),
    findRunIds: (prefix, limit) => retry(() => selectRunIds(db, prefix, limit)),
    listRuns: (filter) => retry(() => selectRuns(db, filter)),
    changeRun: (driver, change, { unflushed = false } = {}) =>
      retry(() =>
        unflushed
          ? traits.unflushed(db, (inside) => updateRun(inside, driver, change))
          : updateRun(db, driver, change),
      ),
    recordStep: (step, fence, { unflushed = false } = {}) => {
      const record = (inside: Kysely<Tables>) => upsertStep(inside, traits, { step, fence, unflushed });
      return retry(() => (unflushed ? traits.unflushed(db, record) : record(db)));
    },
    recordSteps: (steps, fence) => {
      const record = (inside: Kysely<Tables>) => upsertSteps(inside, traits, { steps, fence });
      return traits.recordAll === undefined ? retryTransaction(record) : retry(() => record(db));
    },
    listSteps: (runId) => retry(() => selectSteps(db, traits, runId)),
    forgetSteps: (driver, places) => retry(() => deleteSteps(db, driver, places)),
    sendSignal: (signal) => insertSignal(db, signal),
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
        if (await markTaken(inside, signalId, step.place)) return true;
        throw new HoldfastError("conflict", `Another step of ${step.runId} has taken the signal.`);
      }),
    deleteRuns: (ids) => retryTransaction((inside) => deleteRuns(inside, ids)),
  };
}

async function insertRun(db: Kysely<Tables>, run: WorkflowRun): Promise<boolean> {
  const result = await db
    .insertInto("workflowRuns")
    .values(run)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The clock has only milliseconds and may be set back, so a signal's time is later than that of the previous one. */
async function insertSignal(db: Kysely<Tables>, signal: WorkflowSignal): Promise<boolean> {
  const { id, runId, name, payload, sentAt, takenBy } = signal;
  const { numAffectedRows } = await sql`
    insert into workflow_signals (id, run_id, name, payload, sent_at, taken_by)
      select cast(${id} as text), cast(${runId} as text), cast(${name} as text), cast(${payload} as text),
        case when last < cast(${sentAt} as bigint) then cast(${sentAt} as bigint) else last + 1 end,
        cast(${takenBy} as text)
      from (select coalesce(max(sent_at), -1) as last from workflow_signals
        where run_id = ${runId} and name = ${name}) as earlier
      where true
      on conflict (id) do nothing
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** False if another step has taken it. The same step may take it again: the answer to its first attempt may be lost. */
async function markTaken(db: Kysely<Tables>, signalId: string, place: string): Promise<boolean> {
  const result = await db
    .updateTable("workflowSignals")
    .set({ takenBy: place })
    .where("id", "=", signalId)
    .where((eb) => eb.or([eb("takenBy", "is", null), eb("takenBy", "=", place)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
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

import { CompiledQuery, type Kysely, sql } from "kysely";
import type { RunFence } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";
import type { Traits } from "../traits.ts";
import type { Tables } from "./schema.ts";
import { parseStep, stepParameters, stepsStatement, stepsToJson } from "./step-rows.ts";

export async function upsertStep(
  db: Kysely<Tables>,
  { recordStep, recordUnflushed = recordStep }: Traits,
  { step, fence, unflushed = false }: { step: WorkflowStep; fence: number; unflushed?: boolean },
): Promise<boolean> {
  const statement = unflushed ? recordUnflushed : recordStep;
  const query = CompiledQuery.raw(statement, stepParameters(step, fence));
  const { numAffectedRows } = await db.executeQuery(query);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function upsertSteps(
  db: Kysely<Tables>,
  traits: Traits,
  { steps, fence }: { steps: readonly WorkflowStep[]; fence: number },
): Promise<boolean> {
  const { recordAll } = traits;
  if (recordAll === undefined) {
    for (const step of steps) if (!(await upsertStep(db, traits, { step, fence }))) return false;
    return true;
  }
  const parameters = [stepsToJson(steps), steps[0]?.runId ?? "", fence];
  const { numAffectedRows } = await db.executeQuery(CompiledQuery.raw(recordAll, parameters));
  return (numAffectedRows ?? 0n) > 0n;
}

export async function selectSteps(
  db: Kysely<Tables>,
  { jsonArray }: Traits,
  runId: string,
): Promise<WorkflowStep[]> {
  const { rows } = await sql<{ step: string }>`
    ${sql.raw(stepsStatement(jsonArray))} ${runId} order by number, place
  `.execute(db.withoutPlugins());
  return rows.map(({ step }) => parseStep(step));
}

export async function deleteSteps(
  db: Kysely<Tables>,
  { runId, fence }: RunFence,
  places: readonly string[],
): Promise<number> {
  if (places.length === 0) return 0;
  const result = await db
    .deleteFrom("workflowSteps")
    .where("runId", "=", runId)
    .where("place", "in", [...places])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("workflowRuns").select("id").where("id", "=", runId).where("fence", "=", fence)),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

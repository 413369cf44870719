import { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import type { Driver } from "./driver.ts";
import type { EngineContext } from "./engine-context.ts";
import { listRecords } from "./list-records.ts";

/** Creates a run that shares the first `at` records of another one, and is not driven yet. Nothing is copied. */
export async function forkRun(
  ctx: EngineContext,
  run: WorkflowRun,
  { at, idle, id = ctx.newId("wf") }: { at: number; id?: string; idle: Driver["idle"] },
): Promise<WorkflowRun> {
  const steps = await listRecords(ctx.store, run);
  const last = steps.reduce((most, { number }) => Math.max(most, number), 0);
  if (!Number.isInteger(at) || at < 0 || at > last)
    throw new HoldfastError(
      "invalid_input",
      `${run.id} has ${last} steps: fork at a step from 0 to ${last}.`,
      {
        next: `Run \`holdfast workflow show ${run.id}\` to see them.`,
      },
    );
  const unclaimed = { status: "running", attempts: 0, fence: 0, ...idle } as const;
  const fork: WorkflowRun = {
    ...run,
    ...unclaimed,
    id,
    output: null,
    error: null,
    forkedFrom: run.id,
    forkedAt: at,
    createdAt: ctx.clock(),
    updatedAt: ctx.clock(),
  };
  if (await ctx.store.createRun(fork)) return fork;
  throw new HoldfastError("conflict", `There is already a run ${id}.`, { next: "Choose another id." });
}

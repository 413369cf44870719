import { Error as DbosErrors } from "@dbos-inc/dbos-sdk";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import type { AnyWorkflow } from "../definition.ts";
import type { EngineContext } from "../engine/engine-context.ts";
import { listRecords } from "../engine/list-records.ts";
import { prepareScope } from "../engine/prepare-scope.ts";
import { EmbeddedJournal } from "../journal/embedded-journal.ts";
import { fromJsonText, toJsonText } from "../json-text.ts";
import { toRecordedError } from "../recorded-error.ts";
import { DbosJournal } from "./dbos-journal.ts";

/** What DBOS runs as its workflow: the program of one of Holdfast's runs, which Holdfast records as well. */
export async function runProgram(
  ctx: EngineContext,
  runId: string,
  definition: AnyWorkflow,
): Promise<string | null> {
  const run = await ctx.store.getRun(runId);
  if (!run) throw new Error(`Run ${runId} was deleted.`);
  const recorded = await listRecords(ctx.store, run);
  const record = new EmbeddedJournal(ctx, { runId, fence: run.fence, recorded, deferred: true });
  const journal = new DbosJournal(record);
  const { perform, stopTimer } = prepareScope(ctx, { run, recorded, journal }, definition);
  await change(ctx, run, { attempts: run.attempts + 1, codeVersion: definition.version });
  try {
    const value = await perform(fromJsonText(run.input));
    const output = toJsonText("The workflow's output", value);
    record.finish();
    await record.flush();
    await journal.end(() => change(ctx, run, { status: "completed", output, error: null }));
    return output;
  } catch (error) {
    await record.flush().catch(() => {}); // the run was stopped, or DBOS has the missing results
    if (isDbosControl(error)) throw error;
    const stopped = record.stopped();
    const kept = JSON.stringify(toRecordedError(stopped ?? error, ctx.redactor));
    // Not as a step of DBOS, which expects the steps of the program that began the run.
    if (stopped?.code === "workflow_changed") await change(ctx, run, { status: "parked", error: kept });
    else await journal.end(() => change(ctx, run, { status: "failed", error: kept }));
    throw stopped ?? error;
  } finally {
    stopTimer();
  }
}

/** The run was cancelled, or another process has it: DBOS decides how it continues. */
function isDbosControl(error: unknown): boolean {
  return (
    error instanceof DbosErrors.DBOSWorkflowCancelledError ||
    error instanceof DbosErrors.DBOSWorkflowConflictError
  );
}

/** Changes nothing if the run was cancelled or retried in the meantime. */
async function change(ctx: EngineContext, run: WorkflowRun, change: Partial<WorkflowRun>): Promise<void> {
  const driver = { runId: run.id, fence: run.fence };
  await ctx.store.changeRun(driver, { ...change, updatedAt: ctx.clock() });
}

import { HoldfastError, isStoreFailure } from "../../kernel/errors.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import type { AnyWorkflow } from "../definition.ts";
import { EmbeddedJournal } from "../journal/embedded-journal.ts";
import { fromJsonText, toJsonText } from "../json-text.ts";
import { toRecordedError } from "../recorded-error.ts";
import { LEASE_MS } from "./claim-run.ts";
import type { Drive } from "./driver.ts";
import type { EngineContext } from "./engine-context.ts";
import { listRecords } from "./list-records.ts";
import { type PreparedRun, prepareScope } from "./prepare-scope.ts";

export interface EmbeddedDrive extends Drive {
  /** Makes attempts that are in progress when the engine is closed not count. Call it after `stop`. */
  withdraw: () => Promise<void>;
}

/** While a program waits, it notices within this time that its run was canceled or taken over. */
const WATCH_MS = 1_000;

/** Runs the program of a claimed run to its end and records the outcome, unless another process has taken it over. */
export async function driveRun(
  ctx: EngineContext,
  run: WorkflowRun,
  definition: AnyWorkflow,
): Promise<EmbeddedDrive> {
  const recorded = await listRecords(ctx.store, run);
  const journal = new EmbeddedJournal(ctx, { runId: run.id, fence: run.fence, recorded });
  return {
    result: runProgram(ctx, { run, recorded, journal }, definition),
    stop: (error) => {
      journal.stop(error);
    },
    withdraw: () => journal.withdraw(),
  };
}

async function runProgram(
  ctx: EngineContext,
  running: PreparedRun & { journal: EmbeddedJournal },
  definition: AnyWorkflow,
): Promise<unknown> {
  const { run, journal } = running;
  const { perform, stopTimer } = prepareScope(ctx, running, definition);
  const stopWatching = ctx.every(WATCH_MS, () => {
    if (!journal.isWaiting()) return; // a step is rejected when it records its result
    const watched = ctx.store.getRun(run.id);
    watched.then((current) => current?.fence === run.fence || journal.lose()).catch(() => {});
  });
  const stopRenewing = ctx.every(LEASE_MS / 3, () => {
    const lease = { leaseUntil: ctx.clock() + LEASE_MS };
    const renewed = ctx.store.changeRun({ runId: run.id, fence: run.fence }, lease);
    renewed.then((isHeld) => isHeld || journal.lose()).catch(() => {});
  });
  try {
    const output = toJsonText("The workflow's output", await perform(fromJsonText(run.input)));
    journal.finish();
    await end(ctx, run, { status: "completed", output, error: null });
    return fromJsonText(output);
  } catch (error) {
    const stopped = journal.stopped() ?? (isStoreFailure(error) ? error : undefined);
    if (!stopped) {
      const kept = JSON.stringify(toRecordedError(error, ctx.redactor));
      await end(ctx, run, { status: "failed", error: kept });
    } else if (stopped.code === "workflow_changed") {
      const kept = JSON.stringify(toRecordedError(stopped, ctx.redactor));
      await end(ctx, run, { status: "parked", error: kept });
    } else {
      // If another process has taken over the run, it keeps it. Otherwise the run can be resumed immediately.
      await end(ctx, run, {}).catch(() => {});
    }
    throw stopped ?? error;
  } finally {
    stopTimer();
    stopWatching();
    stopRenewing();
  }
}

async function end(ctx: EngineContext, run: WorkflowRun, change: Partial<WorkflowRun>): Promise<void> {
  const released = { owner: null, leaseUntil: null, updatedAt: ctx.clock() };
  const driver = { runId: run.id, fence: run.fence };
  if (await ctx.store.changeRun(driver, { ...change, ...released })) return;
  throw new HoldfastError(
    "conflict",
    `${run.id} was canceled or taken over by another process before it ended here.`,
    { next: `Run \`holdfast workflow show ${run.id}\` to see its state.` },
  );
}

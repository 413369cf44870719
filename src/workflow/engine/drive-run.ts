import { HoldfastError } from "../../kernel/errors.ts";
import { idOf } from "../../kernel/id-of.ts";
import type { WorkflowRun, WorkflowStep } from "../../kernel/workflow-record.ts";
import { createScope, type WantedCheckpoint } from "../create-scope.ts";
import type { AnyWorkflow } from "../definition.ts";
import { EmbeddedJournal } from "../journal/embedded-journal.ts";
import { fromJsonText, toJsonText } from "../json-text.ts";
import { toRecordedError } from "../recorded-error.ts";
import { createRunState } from "../state/run-state.ts";
import { LEASE_MS } from "./claim-run.ts";
import type { EngineContext } from "./engine-context.ts";
import { listRecords } from "./list-records.ts";
import { saveRunCheckpoint } from "./save-run-checkpoint.ts";

const CHECKPOINT_INTERVAL = 600_000;

/** A run that this engine drives. */
export interface Drive {
  result: Promise<unknown>;
  /** Makes whatever the program asks for next fail. */
  stop: (error: HoldfastError) => void;
}

/** Runs the program of a claimed run to its end. What it returns or throws is recorded, unless another has the run by then. */
export async function driveRun(
  ctx: EngineContext,
  run: WorkflowRun,
  definition: AnyWorkflow,
): Promise<Drive> {
  const recorded = await listRecords(ctx.store, run);
  const journal = new EmbeddedJournal(ctx, { runId: run.id, fence: run.fence, recorded });
  return {
    result: runProgram(ctx, { run, recorded, journal }, definition),
    stop: (error) => {
      journal.stop(error);
    },
  };
}

interface Running {
  run: WorkflowRun;
  recorded: readonly WorkflowStep[];
  journal: EmbeddedJournal;
}

async function runProgram(ctx: EngineContext, running: Running, definition: AnyWorkflow): Promise<unknown> {
  const { run, journal } = running;
  const { scope, stopTimers } = prepare(ctx, running, definition);
  try {
    const output = toJsonText(
      "The workflow's output",
      await definition.run(scope, fromJsonText(run.input) as never),
    );
    journal.finish();
    await end(ctx, run, { status: "completed", output, error: null });
    return fromJsonText(output);
  } catch (error) {
    const stopped = journal.stopped();
    if (!stopped) {
      const kept = JSON.stringify(toRecordedError(error, ctx.redactor));
      await end(ctx, run, { status: "failed", error: kept });
    } else if (stopped.code === "workflow_changed") {
      const kept = JSON.stringify(toRecordedError(stopped, ctx.redactor));
      await end(ctx, run, { status: "parked", error: kept });
    } else {
      // Whoever has the run by now keeps it; otherwise it can be resumed at once.
      await end(ctx, run, {}).catch(() => {});
    }
    throw stopped ?? error;
  } finally {
    stopTimers();
  }
}

async function end(ctx: EngineContext, run: WorkflowRun, change: Partial<WorkflowRun>): Promise<void> {
  const released = { owner: null, leaseUntil: null, updatedAt: ctx.clock() };
  const driver = { runId: run.id, fence: run.fence };
  if (await ctx.store.changeRun(driver, { ...change, ...released })) return;
  throw new HoldfastError("conflict", `${run.id} was taken over or cancelled before it ended here.`);
}

/** The scope of the program, and what goes on beside it: renewing the lease, and checkpoints while a step takes long. */
function prepare(ctx: EngineContext, { run, recorded, journal }: Running, definition: AnyWorkflow) {
  const state = createRunState(definition.phases);
  let parentId = recorded.findLast(({ checkpointId }) => checkpointId !== null)?.checkpointId ?? null;
  const save = async (id: string, wanted: Omit<WantedCheckpoint, "place">): Promise<string> => {
    const now = { run, state, stepNumber: journal.count(), parentId };
    parentId = await saveRunCheckpoint(ctx, now, { id, wanted });
    return parentId;
  };
  const saveTimed = () => {
    const wanted = { stepName: state.phase ?? "in progress", trigger: "periodic" } as const;
    // The next one comes: a step must not fail because a checkpoint beside it did.
    save(ctx.newId("chk"), wanted).catch(() => {});
  };
  const renew = () => {
    const lease = { leaseUntil: ctx.clock() + LEASE_MS };
    ctx.store.changeRun({ runId: run.id, fence: run.fence }, lease).catch(() => {});
  };
  const timers = [
    ctx.every(LEASE_MS / 3, renew),
    ctx.every(ctx.checkpointInterval ?? CHECKPOINT_INTERVAL, saveTimed),
  ];
  const scope = createScope({
    runId: run.id,
    journal,
    state,
    redactor: ctx.redactor,
    save: ({ place, ...wanted }) => save(idOf("chk", run.id, place, wanted.stepName), wanted),
  });
  return { scope, stopTimers: () => timers.forEach((stop) => stop()) };
}

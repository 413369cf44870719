import { deriveId } from "../../kernel/ids.ts";
import type { WorkflowRun, WorkflowStep } from "../../kernel/workflow-record.ts";
import { type CheckpointRequest, createScope } from "../create-scope.ts";
import type { AnyWorkflow } from "../definition.ts";
import type { Journal } from "../journal/journal.ts";
import { createRunState } from "../state/run-state.ts";
import { traceWork } from "../trace-work.ts";
import type { EngineContext } from "./engine-context.ts";
import { saveRunCheckpoint } from "./save-run-checkpoint.ts";

const CHECKPOINT_INTERVAL = 600_000;

export interface PreparedRun {
  run: WorkflowRun;
  recorded: readonly WorkflowStep[];
  journal: Journal;
}

/** Binds the program of a run to its scope, and starts the timer that saves checkpoints during long steps. */
export function prepareScope(
  ctx: EngineContext,
  { run, recorded, journal }: PreparedRun,
  definition: AnyWorkflow,
): { perform: (input: unknown) => Promise<unknown>; stopTimer: () => void } {
  const state = createRunState(definition.phases);
  let parentId = recorded.findLast(({ checkpointId }) => checkpointId !== null)?.checkpointId ?? null;
  const save = async (
    stepNumber: number,
    id: string,
    request: Omit<CheckpointRequest, "place">,
  ): Promise<string> => {
    parentId = await saveRunCheckpoint(ctx, { run, state, stepNumber, parentId }, { id, request });
    return parentId;
  };
  const saveTimed = () => {
    const request = { stepName: state.phase ?? "in progress", trigger: "periodic" } as const;
    // A step must not fail because a periodic checkpoint did. The next one follows soon.
    save(journal.count(), ctx.newId("chk"), request).catch(() => {});
  };
  const stopTimer = ctx.every(ctx.checkpointInterval ?? CHECKPOINT_INTERVAL, saveTimed);
  const scope = createScope({
    runId: run.id,
    journal,
    state,
    redactor: ctx.redactor,
    onAttempt: ({ place, key, attempt }) => {
      ctx.onAttempt?.({ runId: run.id, number: journal.numberAt(place), key, attempt });
    },
    // Uses the number of the step's record, so that the journal and the checkpoints agree.
    save: ({ place, ...request }) =>
      save(journal.numberAt(place), deriveId("chk", run.id, place, request.stepName), request),
  });
  const attributes = {
    "holdfast.workflow.type": run.type,
    "holdfast.workflow.id": run.id,
    "holdfast.workflow.attempt": run.attempts,
  };
  const span = { name: `workflow ${run.type}`, attributes, redactor: ctx.redactor };
  return { perform: (input) => traceWork(span, () => definition.run(scope, input as never)), stopTimer };
}

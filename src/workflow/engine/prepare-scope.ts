import { deriveId } from "../../kernel/ids.ts";
import type { WorkflowRun, WorkflowStep } from "../../kernel/workflow-record.ts";
import { createScope, type WantedCheckpoint } from "../create-scope.ts";
import type { AnyWorkflow } from "../definition.ts";
import type { Journal } from "../journal/journal.ts";
import { createRunState } from "../state/run-state.ts";
import { traceWork } from "../trace-work.ts";
import type { EngineContext } from "./engine-context.ts";
import { saveRunCheckpoint } from "./save-run-checkpoint.ts";

const CHECKPOINT_INTERVAL = 600_000;

export interface Running {
  run: WorkflowRun;
  recorded: readonly WorkflowStep[];
  journal: Journal;
}

/** A run's program in its scope, and the checkpoints that are saved beside it while a step takes long, until they are stopped. */
export function prepareScope(
  ctx: EngineContext,
  { run, recorded, journal }: Running,
  definition: AnyWorkflow,
): { perform: (input: unknown) => Promise<unknown>; stopTimer: () => void } {
  const state = createRunState(definition.phases);
  let parentId = recorded.findLast(({ checkpointId }) => checkpointId !== null)?.checkpointId ?? null;
  // A first attempt is not on record yet.
  const numberOf = (attempt: number) => journal.count() + (attempt === 1 ? 1 : 0);
  const save = async (
    stepNumber: number,
    id: string,
    wanted: Omit<WantedCheckpoint, "place">,
  ): Promise<string> => {
    parentId = await saveRunCheckpoint(ctx, { run, state, stepNumber, parentId }, { id, wanted });
    return parentId;
  };
  const saveTimed = () => {
    const wanted = { stepName: state.phase ?? "in progress", trigger: "periodic" } as const;
    // The next one follows soon: a step must not fail because a checkpoint beside it did.
    save(journal.count(), ctx.newId("chk"), wanted).catch(() => {});
  };
  const stopTimer = ctx.every(ctx.checkpointInterval ?? CHECKPOINT_INTERVAL, saveTimed);
  const scope = createScope({
    runId: run.id,
    journal,
    state,
    redactor: ctx.redactor,
    onAttempt: ({ key, attempt }) => {
      ctx.onAttempt?.({ runId: run.id, number: numberOf(attempt), key, attempt });
    },
    // The number of its record, so that a step's number means the same in the journal and in the checkpoints.
    save: ({ place, ...wanted }, { attempt }) =>
      save(numberOf(attempt), deriveId("chk", run.id, place, wanted.stepName), wanted),
  });
  const attributes = {
    "holdfast.workflow.type": run.type,
    "holdfast.workflow.id": run.id,
    "holdfast.workflow.attempt": run.attempts,
  };
  const span = { name: `workflow ${run.type}`, attributes, redactor: ctx.redactor };
  return { perform: (input) => traceWork(span, () => definition.run(scope, input as never)), stopTimer };
}

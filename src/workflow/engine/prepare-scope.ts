import { idOf } from "../../kernel/id-of.ts";
import type { WorkflowRun, WorkflowStep } from "../../kernel/workflow-record.ts";
import { createScope, type WantedCheckpoint } from "../create-scope.ts";
import type { AnyWorkflow } from "../definition.ts";
import type { Journal } from "../journal/journal.ts";
import type { WorkflowScope } from "../scope.ts";
import { createRunState } from "../state/run-state.ts";
import type { EngineContext } from "./engine-context.ts";
import { saveRunCheckpoint } from "./save-run-checkpoint.ts";

const CHECKPOINT_INTERVAL = 600_000;

export interface Running {
  run: WorkflowRun;
  recorded: readonly WorkflowStep[];
  journal: Journal;
}

/** The scope of a run's program, and the checkpoints that are saved beside it while a step takes long, until they are stopped. */
export function prepareScope(
  ctx: EngineContext,
  { run, recorded, journal }: Running,
  { phases }: Pick<AnyWorkflow, "phases">,
): { scope: WorkflowScope; stopTimer: () => void } {
  const state = createRunState(phases);
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
  const stopTimer = ctx.every(ctx.checkpointInterval ?? CHECKPOINT_INTERVAL, saveTimed);
  const scope = createScope({
    runId: run.id,
    journal,
    state,
    redactor: ctx.redactor,
    save: ({ place, ...wanted }) => save(idOf("chk", run.id, place, wanted.stepName), wanted),
  });
  return { scope, stopTimer };
}

import { buildCheckpoint, notBefore } from "../../checkpoints/create-checkpoint.ts";
import { summarizeState } from "../../checkpoints/summarize-state.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import type { CheckpointRequest } from "../create-scope.ts";
import type { RunState } from "../state/run-state.ts";
import { toCheckpointState } from "../state/to-checkpoint-state.ts";
import type { EngineContext } from "./engine-context.ts";

const MOST_IN_PROGRESS = 99;

interface Moment {
  run: WorkflowRun;
  state: RunState;
  stepNumber: number;
  /** The newest checkpoint of the run or of the run that it was forked from. */
  parentId: string | null;
}

/** Saves the current state of a run. The caller gives the id, so that saving again after a crash changes nothing. */
export async function saveRunCheckpoint(
  ctx: EngineContext,
  { run, state, stepNumber, parentId }: Moment,
  { id, request }: { id: string; request: Omit<CheckpointRequest, "place"> },
): Promise<string> {
  const { projectName, ...location } = await ctx.locate();
  const parent = parentId === null ? undefined : await ctx.store.getCheckpoint(parentId);
  const { trigger, stepName, name, agent = null, transition } = request;
  const raw = toCheckpointState(state, {
    project: { name: projectName, path: location.worktree },
    step: { number: stepNumber, name: stepName, agent },
    transition: { trigger, ...transition },
    fingerprints: await fingerprintsOf(ctx, state),
    gitHead: location.gitHead,
  });
  const redacted = ctx.redactor.json(raw);
  const fields = {
    ...location,
    id,
    kind: "step",
    trigger,
    name: name === undefined ? null : ctx.redactor.text(name),
    workflowId: run.id,
    workflowType: run.type,
    parentId,
    stepNumber,
    stepName: ctx.redactor.text(stepName),
    progress: progressOf(state, redacted),
    createdAt: notBefore(parent, ctx.clock()),
    retention: isKept(request) ? "pinned" : "auto",
  } as const;
  const { checkpoint, nodes } = buildCheckpoint(fields, redacted);
  await ctx.store.saveCheckpoint(checkpoint, nodes);
  return id;
}

/** Without a list of phases, the todos are the only plan, and more may follow: a run that goes on is not complete. */
function progressOf({ hasPlan }: RunState, state: JsonObject): number | null {
  if (hasPlan) return summarizeState(state).progress;
  const { progress } = summarizeState({ todos: state["todos"] });
  return progress === null ? null : Math.min(progress, MOST_IN_PROGRESS);
}

/** Named checkpoints, ends of phases and checkpoints before a risk are kept forever (D60). */
function isKept({ name, trigger }: Omit<CheckpointRequest, "place">): boolean {
  return name !== undefined || trigger === "phase_complete" || trigger === "before_risk";
}

async function fingerprintsOf(ctx: EngineContext, { context }: RunState) {
  const paths = [
    ...(context.requirements === undefined ? [] : [context.requirements]),
    ...(context.specs ?? []),
  ];
  const hashes = await Promise.all(paths.map((path) => ctx.fingerprint(path)));
  return Object.fromEntries(paths.map((path, i) => [path, hashes[i] ?? null]));
}

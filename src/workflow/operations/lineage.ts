import * as z from "zod";
import { allCheckpoints } from "../../checkpoints/all-checkpoints.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Checkpoint } from "../../kernel/record.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import { findRun } from "../find-run.ts";

/** A checkpoint in the lineage of a workflow. */
export const LineageNode = z.object({
  id: z.string(),
  workflow: z.string(),
  parent: z.string().nullable(),
  title: z.string(),
  createdAt: z.string(),
  /** A rewind abandoned it. */
  abandoned: z.boolean(),
});
export type LineageNode = z.infer<typeof LineageNode>;

export interface Lineage {
  /** The original run, then its forks; empty for a workflow that only saves checkpoints. */
  runs: WorkflowRun[];
  /** Oldest first. */
  nodes: LineageNode[];
  isWhole: boolean;
}

const MOST_RUNS = 100;
const MOST_NODES = 1_000;

/** The checkpoints of a run and of all its ancestors and forks, or those of a workflow by its name. */
export async function readLineage(ctx: Context, target: string | undefined): Promise<Lineage> {
  const run = await runOf(ctx, target);
  const runs = run ? await familyOf(ctx, run) : [];
  const projectId = run?.projectId ?? (await currentProjectId(ctx));
  const found = await checkpointsOf(ctx, {
    projectId,
    workflows: run ? runs.map(({ id }) => id) : [target ?? ""],
  });
  if (!run && found.length === 0) await findRun(ctx.store, target);
  const nodes = found.slice(0, MOST_NODES).map((checkpoint) => toNode(ctx, checkpoint));
  const isWhole = found.length <= MOST_NODES && runs.length < MOST_RUNS;
  return { runs, nodes: nodes.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)), isWhole };
}

async function currentProjectId({ store, workspace, caller }: Context): Promise<string> {
  const { projectRoot } = await workspace.locate(caller.cwd);
  return (await store.findProjectByRoot(projectRoot))?.id ?? "";
}

/** Returns one more than can be shown, if there are more. */
async function checkpointsOf(
  { store }: Pick<Context, "store">,
  { projectId, workflows }: { projectId: string; workflows: readonly string[] },
): Promise<Checkpoint[]> {
  const found: Checkpoint[] = [];
  for (const workflowId of workflows)
    for await (const checkpoint of allCheckpoints(store, { projectId, workflowId, includeAbandoned: true })) {
      if (found.length > MOST_NODES) return found;
      found.push(checkpoint);
    }
  return found;
}

/** Undefined for a workflow that no engine runs: agents save checkpoints under its name alone. */
async function runOf({ store }: Pick<Context, "store">, target: string | undefined) {
  try {
    return await findRun(store, target);
  } catch (error) {
    if (error instanceof HoldfastError && error.code === "not_found") return undefined;
    throw error;
  }
}

async function familyOf({ store }: Pick<Context, "store">, run: WorkflowRun): Promise<WorkflowRun[]> {
  let first = run;
  for (let i = 0; first.forkedFrom !== null && i < MOST_RUNS; i++) {
    const parent = await store.getRun(first.forkedFrom);
    if (!parent) break;
    first = parent;
  }
  const family = [first];
  for (let i = 0; i < family.length && family.length < MOST_RUNS; i++) {
    const forks = await store.listRuns({ forkedFrom: family[i]?.id ?? "", limit: MOST_RUNS });
    family.push(...forks.filter(({ id }) => !family.some((known) => known.id === id)));
  }
  return family.slice(0, MOST_RUNS);
}

function toNode({ redactor }: Pick<Context, "redactor">, checkpoint: Checkpoint): LineageNode {
  const { id, workflowId, parentId, stepName, name, trigger, createdAt, abandonedAt } = checkpoint;
  return {
    id,
    workflow: workflowId ?? "",
    parent: parentId,
    title: redactor.text(stepName ?? name ?? trigger),
    createdAt: new Date(createdAt).toISOString(),
    abandoned: abandonedAt !== null,
  };
}

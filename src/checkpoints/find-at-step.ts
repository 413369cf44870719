import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import { findByNameOrId, isNothingFound } from "./find-checkpoint.ts";

type FindDeps = Pick<Context, "workspace" | "caller"> & { store: CheckpointStorage & ProjectStorage };

/**
 * Finds a checkpoint by its name or id, or the newest one of the workflow with this id. With `at`, returns its nearest
 * ancestor that is not after that step. The lineage of a fork includes the run that it was forked from.
 */
export async function findAtStep(ctx: FindDeps, text: string, at?: number): Promise<StoredCheckpoint> {
  const newest = await findNewest(ctx, text);
  if (at === undefined) return newest;
  let checkpoint: StoredCheckpoint | undefined = newest;
  while (checkpoint && !isReached(checkpoint, at))
    checkpoint = checkpoint.parentId ? await ctx.store.getCheckpoint(checkpoint.parentId) : undefined;
  if (checkpoint) return checkpoint;
  throw new HoldfastError("not_found", `${text} has no checkpoint at step ${at} or before.`, {
    next: "Run `holdfast workflow show <run> --at <step>` to see what a run had recorded.",
  });
}

function isReached({ stepNumber }: StoredCheckpoint, at: number): boolean {
  return stepNumber !== null && stepNumber <= at;
}

async function findNewest(ctx: FindDeps, text: string): Promise<StoredCheckpoint> {
  try {
    return await findByNameOrId(ctx, text);
  } catch (error) {
    const newest = isNothingFound(error) ? await findNewestOfWorkflow(ctx, text.trim()) : undefined;
    if (newest) return newest;
    throw error;
  }
}

async function findNewestOfWorkflow({ store, workspace, caller }: FindDeps, workflowId: string) {
  const { projectRoot } = await workspace.locate(caller.cwd);
  const project = await store.findProjectByRoot(projectRoot);
  const filter = { projectId: project?.id ?? "", workflowId, limit: 1 };
  return project ? (await store.listCheckpoints(filter))[0] : undefined;
}

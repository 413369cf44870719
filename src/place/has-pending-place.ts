import type { Context } from "../kernel/context.ts";
import { listPendingRestores } from "./files/pending-restores.ts";
import { findPlacesDirectory } from "./files/places-directory.ts";

/** Whether a place waits here to be resumed: `resume` without an id then shows it. */
export async function hasPendingPlace(ctx: Context): Promise<boolean> {
  const { cwd } = ctx.caller;
  const { worktree, projectRoot } = await ctx.workspace.locate(cwd);
  const project = await ctx.store.findProjectByRoot(projectRoot);
  const directory = findPlacesDirectory(ctx, { cwd, worktree, projectId: project?.id ?? "none" });
  return listPendingRestores(directory).length > 0;
}

import { basename } from "node:path";
import type { Context } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";

/** The project and the git state of a directory. */
export type Location = Pick<SessionSummary, "projectId" | "worktree" | "gitHead" | "gitBranch">;

/** Finds the project and worktree of a directory. Stores the project if it is new. */
export async function locateDirectory(
  ctx: Pick<Context, "workspace" | "newId"> & { store: ProjectStorage },
  cwd: string,
  at: number,
): Promise<Location> {
  const { projectRoot, worktree, head, branch } = await ctx.workspace.locate(cwd);
  const project = await ctx.store.ensureProject({
    id: ctx.newId("prj"),
    root: projectRoot,
    name: basename(projectRoot) || projectRoot,
    createdAt: at,
    directory: await ctx.workspace.directoryId(projectRoot),
  });
  return { projectId: project.id, worktree, gitHead: head, gitBranch: branch };
}

import { basename } from "node:path";
import type { Context } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";

/** The project and the git state of a directory. */
export type Location = Pick<SessionSummary, "projectId" | "worktree" | "gitHead" | "gitBranch">;

type ProjectDeps = Pick<Context, "workspace" | "newId"> & { store: ProjectStorage };

/** Finds the project and worktree of a directory. Stores the project if it is new. */
export async function locateDirectory(ctx: ProjectDeps, cwd: string, at: number): Promise<Location> {
  const { projectRoot, worktree, head, branch } = await ctx.workspace.locate(cwd);
  const projectId = await ensureProject(ctx, { root: projectRoot, name: basename(projectRoot), at });
  return { projectId, worktree, gitHead: head, gitBranch: branch };
}

/** The id of the project with this root. Stores it under the name if it is new. */
export async function ensureProject(
  { workspace, store, newId }: ProjectDeps,
  { root, name, at }: { root: string; name: string; at: number },
): Promise<string> {
  const directory = await workspace.directoryId(root);
  const project = { id: newId("prj"), root, name: name || root, createdAt: at, directory };
  return (await store.ensureProject(project)).id;
}

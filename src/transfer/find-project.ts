import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Project } from "../kernel/record.ts";

/** The project of the caller's directory. Throws `not_found` if nothing was captured in it yet. */
export async function findProject({ workspace, caller, store }: Context): Promise<Project> {
  const { projectRoot } = await workspace.locate(caller.cwd);
  const project = await store.findProjectByRoot(projectRoot);
  if (project) return project;
  throw new HoldfastError("not_found", "No session was captured in this project yet.", {
    next: "Run it in the directory of a project where an agent worked.",
  });
}

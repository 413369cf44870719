import { basename } from "node:path";
import type { Context } from "../kernel/context.ts";
import type { Project } from "../kernel/record.ts";

/** The project that a call is about. */
export async function ownProject({ store, workspace, caller, newId, clock }: Context): Promise<Project> {
  const { projectRoot: root } = await workspace.locate(caller.cwd);
  return await store.ensureProject({
    id: newId("prj"),
    root,
    name: basename(root) || root,
    createdAt: clock(),
  });
}

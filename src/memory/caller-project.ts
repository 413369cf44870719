import type { Context } from "../kernel/context.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import { locateDirectory } from "../sessions/locate-directory.ts";

/** Returns the id of the project that the caller works in. */
export async function callerProject(
  ctx: Pick<Context, "workspace" | "newId" | "caller" | "clock"> & { store: ProjectStorage },
): Promise<string> {
  return (await locateDirectory(ctx, ctx.caller.cwd, ctx.clock())).projectId;
}

import type { Context } from "../kernel/context.ts";
import { placeOfFolder } from "../sessions/place-of-folder.ts";

/** The id of the project that a call is about. */
export async function ownProject(ctx: Context): Promise<string> {
  return (await placeOfFolder(ctx, ctx.store, ctx.caller.cwd, ctx.clock())).projectId;
}

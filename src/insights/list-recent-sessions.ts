import type { Context } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";

const DAY_MS = 86_400_000;

/** The sessions of this project, or of all, that were seen in the last days. */
export async function listRecentSessions(
  ctx: Pick<Context, "clock" | "workspace" | "caller"> & { store: SessionStorage & ProjectStorage },
  { all, days, limit }: { all: boolean; days: number; limit: number },
): Promise<SessionSummary[]> {
  const seenSince = ctx.clock() - days * DAY_MS;
  if (all) return await ctx.store.listSessions({ seenSince, limit });
  const { projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
  const project = await ctx.store.findProjectByRoot(projectRoot);
  return project ? await ctx.store.listSessions({ projectId: project.id, seenSince, limit }) : [];
}

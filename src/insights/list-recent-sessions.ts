import * as z from "zod";
import type { Context } from "../kernel/context.ts";
import { flag } from "../kernel/operation.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";

/** Which sessions to evaluate, at most `most` unless a limit is given. */
export function recentSessionsInput(most: number) {
  return z.object({
    all: flag("Include all projects"),
    days: z.coerce.number().int().min(1).max(365).default(30).describe("Number of days to include"),
    limit: z.coerce.number().int().min(1).max(200).default(most).describe("Maximum number of sessions"),
  });
}

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

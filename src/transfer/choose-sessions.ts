import type { Context } from "../kernel/context.ts";
import type { Project, SessionSummary } from "../kernel/record.ts";
import { findWork } from "../recovery/work/find-work.ts";
import { allSessions } from "../sessions/all-sessions.ts";

/** The sessions with prompts, last seen first. With an id: that session and those that it continues. */
export async function chooseSessions(
  ctx: Context,
  project: Project,
  { session: id, from }: { session: string | undefined; from: number | undefined },
): Promise<SessionSummary[]> {
  if (id !== undefined) return await lineageOf(ctx, id);
  const chosen: SessionSummary[] = [];
  const filter = { projectId: project.id, ...(from === undefined ? {} : { seenSince: from }) };
  for await (const session of allSessions(ctx.store, filter))
    if (session.promptCount > 0) chosen.push(session);
  return chosen;
}

async function lineageOf(ctx: Context, id: string): Promise<SessionSummary[]> {
  const work = await findWork(ctx, id);
  let next = work.type === "session" ? work.session.id : work.checkpoint.sessionId;
  const found = new Map<string, SessionSummary>();
  while (next !== null && !found.has(next)) {
    const session: SessionSummary | undefined = await ctx.store.getSession(next);
    if (!session) break;
    found.set(session.id, session);
    next = session.parentId;
  }
  return [...found.values()];
}

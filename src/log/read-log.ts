import { catchUp } from "../capture/read-transcript-tail.ts";
import { readSessionUsage, totalOf } from "../insights/cost/session-usage.ts";
import type { Context } from "../kernel/context.ts";
import type { Project, Session } from "../kernel/record.ts";
import { listChangedFiles, listNamedFiles } from "./list-files.ts";
import type { LogSession } from "./log-types.ts";
import { changesKey, type FileChanges, readFileChanges } from "./read-file-changes.ts";
import { readNotedDecisions } from "./read-noted-decisions.ts";
import { readRecoveries } from "./read-recoveries.ts";
import { viewSession } from "./view-session.ts";
import { viewTurns } from "./view-turns.ts";

/** How much to read. */
interface Extent {
  turns: boolean;
  beforeTurn?: number | undefined;
  diff: boolean;
  brief: boolean;
}

const MAX_TURNS = 100;
const MAX_PROJECTS = 1_000;

/** What was done in these sessions. Each kind of record is read in one query for all of them. */
export async function readLog(
  ctx: Context,
  found: readonly Session[],
  extent: Extent,
): Promise<LogSession[]> {
  const { turns, diff, brief, beforeTurn } = extent;
  const sessions = turns ? await readAllOf(ctx, found) : found;
  const projects = await listProjects(ctx);
  const parents = await ctx.store.listParents(sessions.map(({ id }) => id));
  const recovered = await readRecoveries(ctx.store, sessions);
  const noted = await readNotedDecisions(ctx, sessions);
  const usage = brief ? new Map<string, LogSession["usage"]>() : await readUsage(ctx, sessions);
  const changesBy = async (byTurn: boolean, patch: boolean) =>
    brief && !patch
      ? new Map<string, FileChanges>()
      : await readFileChanges(ctx, sessions, { projects, wanted: { turns: byTurn, patch } });
  const changes = await changesBy(false, diff && !turns);
  const turnChanges = turns ? await changesBy(true, diff) : new Map<string, FileChanges>();
  return await Promise.all(
    sessions.map(async (session) => {
      const change = changes.get(changesKey({ session: session.id, turn: 0 }, false));
      const view = viewSession(ctx, session, {
        project: projects.get(session.projectId),
        parent: parents.get(session.id),
        files: change
          ? listChangedFiles(ctx.redactor, change)
          : listNamedFiles(ctx.redactor, session.capture, session.worktree),
        noted: noted.get(session.id) ?? [],
        recovered: recovered.get(session.id) ?? [],
        usage: usage.get(session.id) ?? null,
        patch: change?.patch ?? null,
      });
      if (!turns) return { ...view, turns: null, earlierTurns: 0 };
      const range = { before: beforeTurn, limit: MAX_TURNS };
      return { ...view, ...(await viewTurns(ctx, session, { range, changes: turnChanges })) };
    }),
  );
}

/** A killed session may have written more to its transcript than its hooks reported. */
async function readAllOf(ctx: Context, sessions: readonly Session[]): Promise<Session[]> {
  return await Promise.all(sessions.map((session) => catchUp(ctx, session)));
}

async function listProjects({ store }: Pick<Context, "store">): Promise<Map<string, Project>> {
  const projects = await store.listProjects(MAX_PROJECTS);
  return new Map(projects.map((project) => [project.id, project]));
}

async function readUsage(
  ctx: Context,
  sessions: readonly Session[],
): Promise<Map<string, LogSession["usage"]>> {
  const read = await readSessionUsage(ctx, sessions);
  return new Map(
    read.map(({ session, models }) => [
      session.id,
      models.length === 0 ? null : { models, ...totalOf(models) },
    ]),
  );
}

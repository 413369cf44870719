import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import type { SessionFilter, SessionStorage } from "../../kernel/storage/session-storage.ts";
import { viewerHere } from "../../sessions/as-here.ts";
import { type CloneDeps, listClones } from "../../sessions/list-clones.ts";
import { workTitle } from "../record/work-title.ts";
import { type SessionRow, toSessionRow } from "./session-row.ts";

type ReadDeps = CloneDeps & Pick<Context, "redactor" | "caller"> & { store: SessionStorage };

/** Where the caller is, and the ids of its project: one for each machine that shares the database. */
export async function findHere(ctx: ReadDeps) {
  const location = await ctx.workspace.locate(ctx.caller.cwd);
  const { own: projectId, ids: projectIds } = await listClones(ctx, location);
  return { worktree: location.worktree, projectId, projectIds };
}

/** Reads the newest sessions for the first frame. */
export async function readFirstRows(ctx: ReadDeps, filter: SessionFilter): Promise<SessionRow[]> {
  const view = await viewerHere(ctx);
  return await toRows(ctx, (await ctx.store.listSessions(filter)).map(view), true);
}

/** Sessions whose captures are read with one query. */
const AT_ONCE = 8;
/** Sessions of one query without captures. */
const PAGE = 200;

/**
 * Reads all sessions, newest first, a few at a time, so that the caller can do something else in between. Each session
 * occurs once, even if it moves while the pages are read.
 */
export async function* readAllRows(ctx: ReadDeps): AsyncGenerator<SessionRow[]> {
  const view = await viewerHere(ctx);
  const seen = new Set<string>();
  let after: SessionSummary | undefined;
  for (;;) {
    const page = await ctx.store.listSessions({ limit: PAGE, ...(after ? { after } : {}) });
    const unseen = page.filter(({ id }) => !seen.has(id));
    for (let i = 0; i < unseen.length; i += AT_ONCE)
      yield await toRows(ctx, unseen.slice(i, i + AT_ONCE).map(view), false);
    for (const { id } of unseen) seen.add(id);
    after = page.at(-1);
    if (page.length < PAGE || !after) return;
  }
}

/** The row of one session as it is now; undefined if it is gone. */
export async function readSessionRow(ctx: ReadDeps, id: string): Promise<SessionRow | undefined> {
  const session = await ctx.store.getSession(id);
  return session && (await toRows(ctx, [(await viewerHere(ctx))(session)], false))[0];
}

async function toRows(
  ctx: ReadDeps,
  sessions: readonly SessionSummary[],
  isQuick: boolean,
): Promise<SessionRow[]> {
  const captures = await ctx.store.listOutlines(
    sessions.map(({ id }) => id),
    isQuick ? "brief" : "full",
  );
  const known = sessions.flatMap((session) => {
    const capture = captures.get(session.id);
    return capture ? [{ session, capture }] : [];
  });
  const titles = ctx.redactor.lines(known.map(({ capture }) => workTitle(capture)));
  return known.map((each, i) => toSessionRow(ctx, { ...each, title: titles[i] ?? "", isQuick }));
}

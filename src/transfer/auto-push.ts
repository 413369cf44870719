import { existsSync } from "node:fs";
import type { Context } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { isLive } from "../sessions/is-live.ts";
import { findUnshared } from "./database/push-parts.ts";
import { createSharedProjects } from "./database/recent-projects.ts";
import { sharingHost } from "./database/sharing.ts";
import { findUnpushed } from "./remote/find-unpushed.ts";
import { listRemotes } from "./remote/project-remote.ts";
import { noteSyncActivity, readSyncActivity, type SyncActivity } from "./remote/sync-activity.ts";

const MINUTE_MS = 60_000;
/** A file that goes on growing must not be pushed all the time. */
const BETWEEN_MS = 15_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** Older ones go along when a newer one is pushed. */
const RECENT_MS = 30 * 86_400_000;
const MOST_SESSIONS = 200;

/** Pushes the project of a directory. Resolves to what went wrong and what to do, in a sentence or two. */
type PushDirectory = (directory: string, signal: AbortSignal) => Promise<string | undefined>;

/**
 * Pushes a project some seconds after one of its sessions ended, or was found dead or silent, if a person switched that on
 * and named a remote, or the database is shared. One push at a time. What failed is tried again, after longer and longer pauses.
 */
export function createAutoPush(push: PushDirectory) {
  /** The revisions of sessions of which the remote has everything. */
  const settled = new Map<string, number>();
  const sharedProjects = createSharedProjects();
  return async (ctx: Context, signal: AbortSignal): Promise<void> => {
    const shared = await sharedProjects(ctx);
    if (!ctx.config.sync.auto) return;
    for (const projectRoot of [...listRemotes(ctx).map((remote) => remote.projectRoot), ...shared]) {
      if (signal.aborted) return;
      const { failure, pushedAt } = readSyncActivity(ctx, projectRoot);
      if (isPausing({ failure, pushedAt }, ctx.clock())) continue;
      const directory = await findDue(ctx, projectRoot, settled);
      if (directory === undefined) continue;
      const reason = await push(directory, signal);
      // A daemon that stops ends the push, which is no failure of the remote.
      if (reason === undefined || signal.aborted) continue;
      const count = (failure?.count ?? 0) + 1;
      noteSyncActivity(ctx, projectRoot, { failure: { at: ctx.clock(), count, reason } });
      ctx.log.info("automatic push failed", { projectRoot, count, reason });
    }
  };
}

/**
 * After a push for some seconds. After the first failure for a minute, after each further one twice as long, at most an
 * hour. A clock that was set back does not make it longer.
 */
export function isPausing(
  { failure, pushedAt }: Pick<SyncActivity, "failure" | "pushedAt">,
  now: number,
): boolean {
  const isWithin = (at: number, pause: number) => now >= at && now - at < pause;
  if (failure) return isWithin(failure.at, Math.min(MINUTE_MS * 2 ** (failure.count - 1), LONGEST_PAUSE_MS));
  return pushedAt !== null && isWithin(pushedAt, BETWEEN_MS);
}

/** A directory of the project if a session is over and has something to push. */
async function findDue(
  ctx: Context,
  projectRoot: string,
  settled: Map<string, number>,
): Promise<string | undefined> {
  const project = await ctx.store.findProjectByRoot(projectRoot);
  if (!project) return undefined;
  const now = ctx.clock();
  const filter = { projectId: project.id, prompted: true, seenSince: now - RECENT_MS };
  const sessions = await ctx.store.listSessions({ ...filter, limit: MOST_SESSIONS });
  const isOver = (session: SessionSummary) => !isLive(session, { ...ctx, now, asking: { pid: null } });
  const changed = sessions.filter(({ id, revision }) => settled.get(id) !== revision);
  const over = changed.filter((session) => existsSync(session.worktree) && isOver(session));
  const host = sharingHost(ctx, projectRoot);
  const unpushed =
    host === undefined ? await findUnpushed(ctx, projectRoot, over) : await findUnshared(ctx, over, host);
  for (const session of over) if (!unpushed.includes(session)) settled.set(session.id, session.revision);
  return unpushed[0]?.worktree;
}

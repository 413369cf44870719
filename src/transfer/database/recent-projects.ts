import { existsSync } from "node:fs";
import type { Context } from "../../kernel/context.ts";
import { listClones } from "../../sessions/list-clones.ts";
import { findRemote } from "../remote/project-remote.ts";

const RECENT_MS = 30 * 86_400_000;
const MOST_SESSIONS = 200;
/** Noting a clone may read the whole history. */
const BETWEEN_MS = 600_000;

/**
 * The projects in which agents of this machine worked lately, if it shares the database and they have no Git remote. Notes
 * their clones, by which other machines recognize them.
 */
export function createSharedProjects() {
  const noted = new Map<string, number>();
  return async (ctx: Context): Promise<string[]> => {
    const host = ctx.processes.host?.() ?? null;
    if (host === null) return [];
    const projects = await recentProjects(ctx, host);
    const now = ctx.clock();
    for (const [projectRoot, worktree] of projects) {
      if (now - (noted.get(projectRoot) ?? 0) < BETWEEN_MS) continue;
      noted.set(projectRoot, now);
      await listClones(ctx, { projectRoot, worktree });
    }
    return [...projects.keys()].filter((root) => !findRemote(ctx, root));
  };
}

/** A worktree of each, by their roots. */
async function recentProjects({ store, clock }: Context, host: string): Promise<Map<string, string>> {
  const filter = { host, prompted: true, seenSince: clock() - RECENT_MS, limit: MOST_SESSIONS };
  const worktrees = new Map<string, string>();
  for (const { projectId, worktree } of await store.listSessions(filter))
    if (existsSync(worktree)) worktrees.set(projectId, worktree);
  const roots = new Map<string, string>();
  for (const [id, worktree] of worktrees) {
    const project = await store.getProject(id);
    if (project) roots.set(project.root, worktree);
  }
  return roots;
}

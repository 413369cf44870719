import type { Context } from "../kernel/context.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import type { Clone, SharingStorage } from "../kernel/storage/sharing-storage.ts";
import { compareProjects } from "./compare-projects.ts";

/** After that, remotes may have been added or changed. */
const CURRENT_MS = 3_600_000;

export type CloneDeps = Pick<Context, "workspace" | "processes" | "clock" | "machine"> & {
  store: ProjectStorage & SharingStorage;
};

interface Where {
  projectRoot: string;
  worktree: string;
}

/** The project of a directory, and where several machines share the database, what it is called on the others. */
export interface SharedProject {
  /** The project of this directory; undefined if nothing was captured in it. */
  own: string | undefined;
  /** The ids of the project on all machines, this one's first. */
  ids: readonly string[];
  /** The clones of other machines. */
  clones: readonly Clone[];
}

/** Finds the clones of a project, on whatever machine and in whatever directory. Notes the one of this machine. */
export async function listClones(ctx: CloneDeps, { projectRoot, worktree }: Where): Promise<SharedProject> {
  const project = await ctx.store.findProjectByRoot(projectRoot);
  const own = project?.id;
  const ids = project ? [project.id] : [];
  const host = ctx.processes.host?.() ?? null;
  if (host === null) return { own, ids, clones: [] };
  const known = await ctx.store.listClones();
  const noted = known.find((clone) => clone.host === host && clone.projectId === project?.id);
  const identity = isCurrent(ctx, noted) ? noted : await ctx.workspace.identify(worktree);
  if (project && identity !== noted) {
    const { remotes, rootCommit } = identity;
    const { machine } = ctx;
    const clone = { host, machine, projectId: project.id, remotes, rootCommit, seenAt: ctx.clock() };
    await ctx.store.putClone(clone);
  }
  const clones = known.filter(
    (clone) =>
      clone.host !== host && (clone.projectId === project?.id || compareProjects(clone, identity) === "same"),
  );
  return { own, ids: [...new Set([...ids, ...clones.map(({ projectId }) => projectId)])], clones };
}

function isCurrent({ clock }: Pick<Context, "clock">, clone: Clone | undefined): clone is Clone {
  const age = clone === undefined ? CURRENT_MS : clock() - clone.seenAt;
  return age >= 0 && age < CURRENT_MS;
}

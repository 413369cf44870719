import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../kernel/context.ts";
import { listPendingRestores } from "./files/pending-restores.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import type { SharedFormat } from "./files/shared-directory.ts";
import { workflowArtifacts } from "./workflow-artifacts/workflow-artifacts.ts";

/** The tools with which places are shared, in order of precedence. Nothing else knows their formats. */
const FORMATS: readonly SharedFormat[] = [workflowArtifacts];

type SearchDeps = Pick<Context, "home" | "paths" | "config">;

/**
 * Finds where the places of the work in a directory are: in the project's outermost directory of another tool below the
 * home directory, if there is one. Otherwise they are private, in the state directory.
 */
export function findPlacesDirectory(
  { home, paths, config }: SearchDeps,
  { cwd, worktree, projectId }: { cwd: string; worktree: string; projectId: string },
): PlacesDirectory {
  const { mirror } = config.place;
  for (const { directoryName, open } of mirror === "never" ? [] : FORMATS) {
    const found = findOutermost(directoryName, realPath(cwd), realPath(home));
    const canCreate = mirror === "always" && realPath(worktree) !== realPath(home);
    const root = found ?? (canCreate ? join(realPath(worktree), directoryName) : undefined);
    if (root !== undefined) return { root, memory: join(root, "memory"), mode: 0o777, shared: open(root) };
  }
  const own = join(paths.state, "places", projectId);
  return { root: own, memory: own, mode: 0o700, shared: null };
}

/** Finds the directory of the places where the caller is. */
export async function findPlacesHere(ctx: Context) {
  const { cwd } = ctx.caller;
  const { worktree, projectRoot, branch } = await ctx.workspace.locate(cwd);
  const project = await ctx.store.findProjectByRoot(projectRoot);
  const directory = findPlacesDirectory(ctx, { cwd, worktree, projectId: project?.id ?? "none" });
  return { directory, worktree, branch };
}

/** Searches upward, but not in the home directory or above it, which do not belong to a project. */
function findOutermost(name: string, cwd: string, home: string): string | undefined {
  let found: string | undefined;
  for (let at = cwd; at !== home && at !== dirname(at); at = dirname(at)) {
    const directory = join(at, name);
    if (isOwnDirectory(directory)) found = directory;
  }
  return found;
}

/**
 * Excludes links, which may lead out of the project, and directories of other users, who may have planted them in
 * `/tmp`.
 */
function isOwnDirectory(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const uid = process.getuid?.();
  return stat !== undefined && stat.isDirectory() && (uid === undefined || stat.uid === uid);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether a place waits here to be resumed: `resume` without an id then shows it. */
export async function hasPendingPlace(ctx: Context): Promise<boolean> {
  const { directory } = await findPlacesHere(ctx);
  return listPendingRestores(directory).length > 0;
}

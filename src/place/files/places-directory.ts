import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../../kernel/context.ts";

/** Another tool's directory in a project, which Holdfast shares. */
const ARTIFACTS_DIRECTORY = ".workflow_artifacts";

/** The directories with the files of saved places: sentinels, held prompts, trash. */
export interface PlacesDirectory {
  memory: string;
  /** The project's directory that is shared with another tool; null if the files are in the state directory. */
  artifacts: string | null;
}

type Looking = Pick<Context, "home" | "paths" | "config">;

/**
 * Finds where the places of the work in a directory are: in the project's outermost `.workflow_artifacts` below the
 * home directory, if there is one. Otherwise they are private, in the state directory.
 */
export function findPlacesDirectory(
  { home, paths, config }: Looking,
  { cwd, worktree, projectId }: { cwd: string; worktree: string; projectId: string },
): PlacesDirectory {
  const { mirror } = config.place;
  const shared =
    mirror === "never"
      ? undefined
      : (outermostArtifacts(realPath(cwd), realPath(home)) ??
        (mirror === "always" && realPath(worktree) !== realPath(home)
          ? join(realPath(worktree), ARTIFACTS_DIRECTORY)
          : undefined));
  return shared === undefined
    ? { memory: join(paths.state, "places", projectId), artifacts: null }
    : { memory: join(shared, "memory"), artifacts: shared };
}

/** Searches upward, but not in the home directory or above it, which do not belong to a project. */
function outermostArtifacts(cwd: string, home: string): string | undefined {
  let found: string | undefined;
  for (let at = cwd; at !== home && at !== dirname(at); at = dirname(at)) {
    const directory = join(at, ARTIFACTS_DIRECTORY);
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

import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../../kernel/context.ts";

/** Another tool's folder in a project, which Holdfast shares. */
const ARTIFACTS_FOLDER = ".workflow_artifacts";

/** Where the files of saved places are: sentinels, held prompts, their trash. */
export interface PlacesFolder {
  memory: string;
  /** The project's folder that is shared with another tool; null where the files are in the state directory. */
  artifacts: string | null;
}

type Looking = Pick<Context, "home" | "paths" | "config">;

/**
 * The folder for the work in a directory. It is the project's outermost `.workflow_artifacts` below the home directory, if
 * there is one; by default the files are private, in the state directory.
 */
export function findPlacesFolder(
  { home, paths, config }: Looking,
  { cwd, worktree, projectId }: { cwd: string; worktree: string; projectId: string },
): PlacesFolder {
  const { mirror } = config.place;
  const shared =
    mirror === "never"
      ? undefined
      : (outermostArtifacts(realPath(cwd), realPath(home)) ??
        (mirror === "always" && realPath(worktree) !== realPath(home)
          ? join(realPath(worktree), ARTIFACTS_FOLDER)
          : undefined));
  return shared === undefined
    ? { memory: join(paths.state, "places", projectId), artifacts: null }
    : { memory: join(shared, "memory"), artifacts: shared };
}

/** The home directory and what is above it belong to no project. */
function outermostArtifacts(cwd: string, home: string): string | undefined {
  let found: string | undefined;
  for (let at = cwd; at !== home && at !== dirname(at); at = dirname(at)) {
    const folder = join(at, ARTIFACTS_FOLDER);
    if (isOwnDirectory(folder)) found = folder;
  }
  return found;
}

/** A link would lead out of the project, and a folder of another user may be planted, in `/tmp` for example. */
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

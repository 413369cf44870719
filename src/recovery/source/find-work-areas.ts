import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { changedPaths, deletedPaths, inheritedOf } from "../../capture/inherit.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Workspace } from "../../kernel/ports/workspace.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { ROOT_AREA, type WorkArea } from "./work-area.ts";

/** A session, with its capture if the files that it changed matter. */
export interface LocatedSession extends Pick<SessionSummary, "worktree" | "startedIn" | "cwd"> {
  capture?: Capture | undefined;
}

/** Finds where sessions of one worktree worked. */
export async function findWorkAreas(
  workspace: Pick<Workspace, "packagesOf">,
  worktree: string,
  sessions: readonly LocatedSession[],
): Promise<WorkArea[]> {
  const starts = sessions.map(startOf);
  const files = sessions.map(({ capture }) => (capture ? changedDirectories(capture, worktree) : []));
  const all = [...new Set([...starts, ...files.flat()])];
  const found = await workspace.packagesOf(worktree, all);
  const packages = new Map(all.map((directory, i) => [directory, found[i]]));
  return starts.map((start, i) => {
    const own = packages.get(start);
    const changed = (files[i] ?? []).flatMap((directory) => packages.get(directory) ?? []);
    return {
      home: own ?? inside(worktree, start),
      isPackage: own !== undefined,
      changed: [...new Set(changed)],
    };
  });
}

export function startOf({ startedIn, cwd }: Pick<SessionSummary, "startedIn" | "cwd">): string {
  return startedIn ?? cwd;
}

/** A directory relative to the worktree; its root if it is elsewhere, as after a `cd`. */
function inside(worktree: string, directory: string): string {
  const path = relative(worktree, directory);
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? ROOT_AREA.home : path;
}

/** Maximum number of changed files whose packages are looked up. */
const LOOKED_UP = 100;

/** Without changed files of its own, a session works on those of the session that it continues. */
function changedDirectories(capture: Capture, worktree: string): string[] {
  const own = [...deletedPaths(capture), ...changedPaths(capture)];
  const paths = own.length > 0 ? own : (inheritedOf(capture)?.files ?? []);
  const directories = paths
    .slice(-LOOKED_UP)
    .map((path) => dirname(isAbsolute(path) ? path : join(worktree, path)));
  return [...new Set(directories)];
}

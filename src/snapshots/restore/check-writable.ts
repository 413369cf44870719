import { accessSync, constants, type Dirent, readdirSync } from "node:fs";
import { bytesInside, parentOf, statInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import type { KeptFile, RestorePlan, RestoreStep } from "./plan-restore.ts";

/** Moves the steps that cannot be made from the plan to its failures, so that it promises nothing that will not happen. */
export function checkWritable(worktree: string, plan: RestorePlan): RestorePlan {
  const steps: RestoreStep[] = [];
  const failed: KeptFile[] = [...plan.failed];
  const deleted = new Set<RawPath>();
  const isClosed = createAccessCheck(worktree);
  // Deletions come first: what they remove is in nobody's way.
  for (const step of plan.steps) {
    const { path, after } = step;
    const reason = isClosed(path) ?? (after === null ? undefined : findInTheWay(worktree, path, deleted));
    if (reason !== undefined) failed.push({ path, reason });
    else steps.push(step);
    if (reason === undefined && after === null) deleted.add(path);
  }
  return { ...plan, steps, failed };
}

/** Whether the nearest directory that is there lets nobody create or delete files. Each is asked once. */
function createAccessCheck(worktree: string): (path: RawPath) => string | undefined {
  const known = new Map<RawPath, string | undefined>();
  const check = (path: RawPath): string | undefined => {
    const directory = parentOf(path);
    if (known.has(directory)) return known.get(directory);
    const isDirectory = directory === "" || statInside(worktree, directory)?.isDirectory();
    const reason = isDirectory ? whyClosed(worktree, directory) : check(directory);
    known.set(directory, reason);
    return reason;
  };
  return check;
}

function whyClosed(worktree: string, directory: RawPath): string | undefined {
  try {
    accessSync(bytesInside(worktree, directory), constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return "its directory is read-only";
  }
}

function findInTheWay(worktree: string, path: RawPath, deleted: ReadonlySet<RawPath>): string | undefined {
  for (let at = parentOf(path); at !== ""; at = parentOf(at)) {
    const stat = statInside(worktree, at);
    if (stat && !stat.isDirectory() && !deleted.has(at)) return "a file is in the way of its directory";
  }
  const isBlocked = statInside(worktree, path)?.isDirectory() && holdsOthers(worktree, path, deleted);
  return isBlocked ? "a directory with other files is in its place" : undefined;
}

/** Whether a directory will not be empty after the deletions. */
function holdsOthers(worktree: string, directory: RawPath, deleted: ReadonlySet<RawPath>): boolean {
  const entries = entriesOf(worktree, directory);
  // What nobody can look into may hold something.
  if (!entries) return true;
  return entries.some((entry) => {
    const path = `${directory}/${entry.name}`;
    return entry.isDirectory() ? holdsOthers(worktree, path, deleted) : !deleted.has(path);
  });
}

function entriesOf(worktree: string, directory: RawPath): Dirent[] | undefined {
  try {
    return readdirSync(bytesInside(worktree, directory), { encoding: "latin1", withFileTypes: true });
  } catch {
    return undefined;
  }
}

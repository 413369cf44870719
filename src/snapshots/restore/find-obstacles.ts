import { isNestedRepository } from "../../files/nested-repository.ts";
import { bytesInside, parentOf, statInside } from "../../files/raw-path.ts";
import type { CapturedFiles, FileChange, SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";

/** What is never touched, and why: ignored files, those of other repositories, and those that cannot be captured. */
export async function findObstacles(
  store: Pick<SnapshotStore, "findIgnored" | "findIgnoredAt" | "worktree">,
  changes: readonly FileChange[],
  { target, now }: { target: Snapshot; now: Pick<CapturedFiles, "uncovered"> },
): Promise<Map<RawPath, string>> {
  const pathsOf = (some: readonly FileChange[]) => some.map(({ path }) => path);
  const ignored = await store.findIgnored(pathsOf(changes));
  // What the target has was captured then, whatever the rules.
  const added = changes.filter(({ before }) => before === null);
  const ignoredThen = await store.findIgnoredAt(target, pathsOf(added));
  const uncovered = new Map(now.uncovered.map(({ path, reason }) => [path, reason]));
  const checkParent = createParentCheck(store.worktree);
  const obstacles = new Map<RawPath, string>();
  for (const change of changes) {
    const { path, after } = change;
    const parent = checkParent(path);
    if (ignored.has(path) && !isGone(store.worktree, change)) obstacles.set(path, "ignored");
    else if (ignoredThen.has(path)) obstacles.set(path, "it was ignored then, so it may be older");
    else if (parent === "nested") obstacles.set(path, "inside a repository of its own");
    else if (after === null && parent === "plain" && isThere(store.worktree, path))
      obstacles.set(path, uncovered.get(path) ?? "it is there, but could not be captured");
  }
  return obstacles;
}

/** An ignored file that is gone can come back: there is nothing to touch. */
function isGone(worktree: string, { path, after }: FileChange): boolean {
  return after === null && statInside(worktree, path) === undefined;
}

/** What the directory of a file is: ours, in or of another repository, behind a link, or not there. */
type Parent = "plain" | "nested" | "link" | "none";

/** Directories are looked at once. */
function createParentCheck(worktree: string): (path: RawPath) => Parent {
  const known = new Map<RawPath, Parent>([["", "plain"]]);
  const check = (path: RawPath): Parent => {
    const directory = parentOf(path);
    const found = known.get(directory) ?? below(check(directory), worktree, directory);
    known.set(directory, found);
    return found;
  };
  return check;
}

function below(parent: Parent, worktree: string, directory: RawPath): Parent {
  if (parent !== "plain") return parent;
  const stat = statInside(worktree, directory);
  if (stat?.isSymbolicLink()) return "link";
  if (!stat?.isDirectory()) return "none";
  return isNestedRepository(bytesInside(worktree, directory)) ? "nested" : "plain";
}

/** A file that the newest tree does not have, for example because it has grown too large. */
function isThere(worktree: string, path: RawPath): boolean {
  const stat = statInside(worktree, path);
  return stat !== undefined && !stat.isDirectory();
}

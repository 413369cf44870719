import { type Dirent, readdirSync } from "node:fs";
import { bytesInside, parentOf, statInside } from "../files/raw-path.ts";
import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { RawPath } from "../kernel/snapshot.ts";
import { lastChange } from "./last-change.ts";

/**
 * When changed files came to be where they are. To rename a directory, or to move one there, changes no time of the files
 * in it, so what was added is as young as the directories that came with it. The time may be too late, never too early.
 */
export function createArrivalTimes(
  { worktree }: Pick<SnapshotStore, "worktree">,
  changes: readonly FileChange[],
): (change: FileChange) => number {
  const added = new Set(changes.flatMap(({ path, before, after }) => (!before && after ? [path] : [])));
  const times = new Map<RawPath, number>();
  const isNew = createNewCheck(worktree, added);
  const timeOf = (directory: RawPath): number => {
    if (directory === "" || !isNew(directory)) return 0;
    const known = times.get(directory);
    if (known !== undefined) return known;
    const own = statInside(worktree, directory)?.ctimeMs ?? 0;
    const time = Math.max(own, timeOf(parentOf(directory)));
    times.set(directory, time);
    return time;
  };
  return ({ path }) => {
    const own = lastChange(worktree, path);
    return added.has(path) ? Math.max(own, timeOf(parentOf(path))) : own;
  };
}

/** Whether all files in a directory are new. Each directory is read once. */
function createNewCheck(worktree: string, added: ReadonlySet<RawPath>): (directory: RawPath) => boolean {
  const known = new Map<RawPath, boolean>();
  const isNew = (directory: RawPath): boolean => {
    const before = known.get(directory);
    if (before !== undefined) return before;
    const found = entriesOf(worktree, directory).every((entry) => {
      const path = `${directory}/${entry.name}`;
      return entry.isDirectory() ? isNew(path) : added.has(path);
    });
    known.set(directory, found);
    return found;
  };
  return isNew;
}

function entriesOf(worktree: string, directory: RawPath): Dirent[] {
  try {
    return readdirSync(bytesInside(worktree, directory), { encoding: "latin1", withFileTypes: true });
  } catch {
    return [];
  }
}

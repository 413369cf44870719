import { type Dirent, readdirSync } from "node:fs";
import { bytesInside, parentOf, statInside } from "../files/raw-path.ts";
import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { RawPath } from "../kernel/snapshot.ts";
import { lastChange } from "./last-change.ts";
import { EMPTY_BLOBS } from "./restore/keep-only-copies.ts";

/**
 * When changed files came to be where they are. The time may be too late, never too early. When a file was deleted is known
 * only if it was moved. Undefined if not.
 */
export function createArrivalTimes(
  store: Pick<SnapshotStore, "worktree">,
  changes: readonly FileChange[],
): (change: FileChange) => number | undefined {
  const timeOf = createTimesOfPresent(store, changes);
  const moves = findMoves(changes, timeOf);
  return (change) => (change.after ? timeOf(change) : moves.get(change.before?.blob ?? ""));
}

/**
 * When the earliest of the files came that have the content of deleted ones, by that content. If there are fewer of them,
 * nobody knows which ones were moved there.
 */
function findMoves(
  changes: readonly FileChange[],
  timeOf: (change: FileChange) => number,
): Map<string, number> {
  const deleted = countEach(changes.flatMap(({ before, after }) => (before && !after ? [before.blob] : [])));
  const came = new Map<string, number[]>();
  for (const change of changes) {
    const { blob = "" } = change.after ?? {};
    // Many files are empty, so that says nothing about where one comes from.
    if (!deleted.has(blob) || EMPTY_BLOBS.has(blob)) continue;
    const times = came.get(blob) ?? [];
    came.set(blob, times);
    times.push(timeOf(change));
  }
  const moved = [...came].filter(([blob, times]) => times.length >= (deleted.get(blob) ?? 0));
  return new Map(moved.map(([blob, times]) => [blob, times.reduce((one, other) => Math.min(one, other))]));
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/**
 * To rename a directory, or to move one there, changes no time of the files in it, so what was added is as young as the
 * directories that came with it.
 */
function createTimesOfPresent(
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

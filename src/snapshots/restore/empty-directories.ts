import { lstatSync, rmdirSync } from "node:fs";
import { bytesInside } from "../../files/raw-path.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import { makeParents } from "./apply-step.ts";

/** The directories without files that a snapshot has and that are missing now. Ignored ones stay away. */
export async function findMissingDirectories(
  store: Pick<SnapshotStore, "findIgnored" | "findIgnoredAt" | "worktree">,
  target: Snapshot,
): Promise<RawPath[]> {
  const missing = target.directories.filter((path) => !isThere(store.worktree, path));
  const ignored = await store.findIgnored(missing);
  const ignoredThen = await store.findIgnoredAt(target, missing);
  return missing.filter((path) => !ignored.has(path) && !ignoredThen.has(path));
}

/** What is in the way of a directory stays there. */
export function createDirectories(
  worktree: string,
  paths: readonly RawPath[],
  closed: ReadonlySet<RawPath>,
): void {
  for (const path of paths) {
    try {
      makeParents(worktree, `${path}/.`, closed);
    } catch {
      // It holds nothing, so nothing is lost.
    }
  }
}

/** Only as long as there is nothing in them. */
export function removeDirectories(worktree: string, paths: readonly RawPath[]): void {
  for (const path of paths.toReversed()) {
    try {
      if (lstatSync(bytesInside(worktree, path)).isDirectory()) rmdirSync(bytesInside(worktree, path));
    } catch {
      // Somebody uses it, or it is gone.
    }
  }
}

function isThere(worktree: string, path: RawPath): boolean {
  try {
    return lstatSync(bytesInside(worktree, path), { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // a file is in the way
  }
}

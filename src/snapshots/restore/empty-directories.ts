import { lstatSync, rmdirSync } from "node:fs";
import { bytesInside, nameOf, parentOf } from "../../files/raw-path.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import { makeDirectory } from "./apply-step.ts";
import { inDirectory } from "./open-directory.ts";

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
      makeDirectory(worktree, path, closed).close();
    } catch {
      // It holds nothing, so nothing is lost.
    }
  }
}

/** Only as long as there is nothing in them. */
export function removeDirectories(worktree: string, paths: readonly RawPath[]): void {
  for (const path of paths.toReversed()) {
    try {
      inDirectory(worktree, parentOf(path), ({ inside }) => rmdirSync(inside(nameOf(path))));
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

import { rmdirSync } from "node:fs";
import { nameOf, parentOf, statInside } from "../../files/raw-path.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import { makeDirectory } from "./apply-step.ts";
import { inDirectory } from "./open-directory.ts";
import type { RestoreStep } from "./plan-restore.ts";

/** The directories without files that a snapshot has and that are missing now. Ignored ones stay away. */
export async function findMissingDirectories(
  store: Pick<SnapshotStore, "findIgnored" | "findIgnoredAt" | "worktree">,
  target: Snapshot,
): Promise<RawPath[]> {
  const missing = target.directories.filter((path) => !statInside(store.worktree, path)?.isDirectory());
  const ignored = await store.findIgnored(missing);
  const ignoredThen = await store.findIgnoredAt(target, missing);
  return missing.filter((path) => !ignored.has(path) && !ignoredThen.has(path));
}

/** With those above them that are missing too, so that an undo can remove what the restore created. */
export function withMissingParents(worktree: string, directories: readonly RawPath[]): RawPath[] {
  const missing = new Set<RawPath>();
  for (const directory of directories)
    for (let at = directory; at !== "" && !missing.has(at) && !statInside(worktree, at); at = parentOf(at))
      missing.add(at);
  return [...new Set([...directories, ...missing])].toSorted();
}

/** The directories of a snapshot that had no files, and in which these steps delete some. */
export function findEmptied(
  { directories }: Pick<Snapshot, "directories">,
  steps: readonly Pick<RestoreStep, "path" | "after">[],
): RawPath[] {
  const deleted = steps.filter(({ after }) => after === null);
  return directories.filter((directory) => deleted.some(({ path }) => path.startsWith(`${directory}/`)));
}

/** The directories without files that a restore filled or replaced with the files of these steps. */
export async function findFilledDirectories(
  store: Pick<SnapshotStore, "list">,
  { safety, steps }: { safety: string | null; steps: readonly Pick<RestoreStep, "path">[] },
): Promise<RawPath[]> {
  const before = (await store.list()).find(({ id }) => id === safety);
  const isInside = (path: RawPath, directory: RawPath) => `${path}/`.startsWith(`${directory}/`);
  return (before?.directories ?? []).filter((directory) =>
    steps.some(({ path }) => isInside(path, directory) || isInside(directory, path)),
  );
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

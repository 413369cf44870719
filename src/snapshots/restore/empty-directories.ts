import { rmdirSync } from "node:fs";
import { nameOf, parentOf, statInside } from "../../files/raw-path.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import { ownersIn, type Step } from "../change-owners.ts";
import { makeDirectory } from "./apply-step.ts";
import { inDirectory } from "./open-directory.ts";
import type { RestoreStep } from "./plan-restore.ts";

/** A directory that is there no more. */
const GONE = { before: { mode: "40000", blob: "" }, after: null };

interface Past {
  /** From the target on. */
  since: readonly Pick<Snapshot, "id" | "directories">[];
  /** What changed from each of them to the next, and from the last one to now. */
  steps: readonly Step[];
  isIncluded(session: string): boolean;
}

/** Which of the directories without files somebody else deleted or filled since. They stay away, as files would. */
function findTakenByOthers(worktree: string, { since, steps, isIncluded }: Past): Set<RawPath> {
  const taken = new Set<RawPath>();
  for (const [index, { id, directories }] of since.entries()) {
    const step = steps.find(({ before }) => before === id);
    if (!step) continue;
    const later = since[index + 1];
    const isLeft = later ? inSet(later.directories) : isThere(worktree);
    for (const path of directories.filter((each) => !isLeft(each))) {
      const owner = ownersIn(step)({ path, ...GONE });
      if (owner.type === "nobody" || (owner.type === "session" && !isIncluded(owner.session)))
        taken.add(path);
      else taken.delete(path);
    }
  }
  return taken;
}

function inSet(paths: readonly RawPath[]): (path: RawPath) => boolean {
  const set = new Set(paths);
  return (path) => set.has(path);
}

function isThere(worktree: string): (path: RawPath) => boolean {
  return (path) => statInside(worktree, path)?.isDirectory() === true;
}

/** The directories without files that a snapshot has and that are missing now. Ignored ones stay away, and those of others. */
export async function findMissingDirectories(
  store: Pick<SnapshotStore, "findIgnored" | "findIgnoredAt" | "worktree">,
  target: Snapshot,
  past: Past | null,
): Promise<RawPath[]> {
  const taken = past === null ? new Set() : findTakenByOthers(store.worktree, past);
  const missing = target.directories.filter((path) => !taken.has(path) && !isThere(store.worktree)(path));
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

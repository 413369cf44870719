import { parentOf, statInside } from "../../files/raw-path.ts";
import type { FileChange, SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import type { Step } from "../change-owners.ts";
import { readFileTimes } from "./file-times.ts";
import type { Begin, BeginOf } from "./find-begins.ts";

interface Since {
  target: Pick<Snapshot, "tree" | "origin" | "uncovered" | "uncoveredCount">;
  /** What existed at that time, of a file, is no work since the target. */
  until: BeginOf;
  /** From the target to now. */
  changes: readonly FileChange[];
  steps: readonly Pick<Step, "changes">[];
}

/**
 * Which files that the target does not have existed before it all the same: they were ignored, too large or in another
 * repository, and were renamed or became covered since. Nobody has their content from then, so they must not be deleted.
 * A captured file that was renamed is none of these: its content is known under its earlier name.
 */
export async function findOlder(
  store: Pick<SnapshotStore, "worktree" | "findContained">,
  { target, until, changes, steps }: Since,
): Promise<Set<RawPath>> {
  const { worktree } = store;
  const added = changes.filter(({ before, after }) => before === null && after !== null);
  const suspects = added.filter((change) => existedAt(worktree, change.path, until(change)));
  if (suspects.length === 0) return new Set();
  const all = steps.flatMap((step) => step.changes);
  const captured = capturedContent(target, steps, all);
  const paths = new Set(suspects.map(({ path }) => path));
  const unknown = new Map<RawPath, Set<string>>();
  for (const { path, after } of [...all, ...changes]) {
    if (after === null || !paths.has(path)) continue;
    if (captured.has(after.blob)) paths.delete(path);
    else unknown.set(path, (unknown.get(path) ?? new Set()).add(after.blob));
  }
  // It may be there under its earlier name, too, such as after `git checkout`.
  const blobs = new Set([...paths].flatMap((path) => [...(unknown.get(path) ?? [])]));
  const copied = await store.findContained(target.tree, [...blobs]);
  return new Set(
    [...paths].filter((path) => ![...(unknown.get(path) ?? [])].some((blob) => copied.has(blob))),
  );
}

/**
 * Which of the files that the target does not have were certainly made after it, if it does not list all that it does not
 * cover. On an overlay, a file that was only renamed has a new time of creation, but still that of its content.
 */
export function findNewer(
  { worktree }: Pick<SnapshotStore, "worktree">,
  { target, until, changes }: Since,
): Set<RawPath> {
  const isListed = target.uncoveredCount <= target.uncovered.length;
  if (isListed || target.origin !== undefined) return new Set();
  const added = changes.filter(({ before, after }) => before === null && after !== null);
  const isNewer = (change: FileChange) => {
    const stat = statInside(worktree, change.path);
    return stat !== undefined && Math.min(stat.birthtimeMs, stat.mtimeMs) > until(change).atTarget;
  };
  return new Set(added.filter(isNewer).map(({ path }) => path));
}

/** The content that the target had, and that of its commit. */
function capturedContent(
  target: Since["target"],
  steps: Since["steps"],
  all: readonly FileChange[],
): Set<string> {
  return new Set([...contentOfTarget(all), ...contentOfCommit(target, steps)]);
}

/** Every content that the files of the target had until they were changed, renamed or deleted. */
function contentOfTarget(all: readonly FileChange[]): Set<string> {
  const isInTarget = new Map<RawPath, boolean>();
  const captured = new Set<string>();
  for (const { path, before, after } of all) {
    if (before === null && after === null) continue; // only its permissions changed
    const known = isInTarget.get(path) ?? before !== null;
    isInTarget.set(path, known);
    if (known && before !== null) captured.add(before.blob);
  }
  return captured;
}

/**
 * After files of another machine come those of the commit from which they went on, or those that left this machine. They
 * are older than what was made of them there, as one expects, and nothing of them is lost.
 */
function contentOfCommit({ origin }: Since["target"], [first]: Since["steps"]): string[] {
  if (origin === undefined) return [];
  return first?.changes.flatMap(({ after }) => (after === null ? [] : [after.blob])) ?? [];
}

/**
 * Which files that the target has may have been replaced by one that had existed before, too, but was not captured: an
 * ignored file that was moved there, for example. Neither it nor its content was made since. A second hard link of it means
 * that it is elsewhere as well. What came from another machine is younger than most files here, so that says nothing.
 */
export async function findReplacedByOlder(
  store: Pick<SnapshotStore, "worktree" | "findContained">,
  { target, until, changes, steps }: Since,
): Promise<Set<RawPath>> {
  const { worktree } = store;
  if (target.origin !== undefined) return new Set();
  const replaced = changes.filter((change) => {
    const { path, before, after } = change;
    const isReplaced = before !== null && after !== null && before.blob !== after.blob;
    return isReplaced && isMovedFrom(worktree, path, until(change));
  });
  if (replaced.length === 0) return new Set();
  const captured = capturedContent(target, steps, [...steps.flatMap((step) => step.changes), ...changes]);
  const unknown = new Map(
    replaced.flatMap(({ path, after }) => (after && !captured.has(after.blob) ? [[path, after.blob]] : [])),
  );
  if (unknown.size === 0) return new Set();
  // A program that copies a file with its times, such as `cp -p`, makes what the target has elsewhere look like that.
  const copied = await store.findContained(target.tree, [...unknown.values()]);
  return new Set([...unknown].flatMap(([path, blob]) => (copied.has(blob) ? [] : [path])));
}

function isMovedFrom(worktree: string, path: RawPath, begin: Begin): boolean {
  const times = readFileTimes(worktree, path);
  if (!times || hasOtherLinks(worktree, path) || wasWrittenInPlace(worktree, path, begin)) return false;
  const time = timeOf(worktree, path, begin);
  return times.modified < time && (times.created ?? 0) < time;
}

function hasOtherLinks(worktree: string, path: RawPath): boolean {
  return statInside(worktree, path)?.nlink !== 1;
}

/**
 * Whether a file is still the one that the target had, whatever times a program gave it since, as `touch -r` does: nothing
 * has been put into its directory, nor was a directory above it moved. Each of these changes a time that no program can set.
 */
function wasWrittenInPlace(worktree: string, path: RawPath, { atTarget }: Begin): boolean {
  const isOlder = (at: RawPath) => (readFileTimes(worktree, at)?.changed ?? atTarget) < atTarget;
  // Otherwise, the clocks may differ.
  if (isOlder(path)) return false;
  for (let at = parentOf(path); ; at = parentOf(at)) {
    if (!isOlder(at)) return false;
    if (parentOf(at) === "") return true;
  }
}

/** The time of its creation, which a rename does not change. Where the file system has none, that of its content. */
function existedAt(worktree: string, path: RawPath, begin: Begin): boolean {
  const times = readFileTimes(worktree, path);
  if (!times) return false;
  const { modified, created = modified } = times;
  if (created < begin.atTarget) return true;
  const time = timeOf(worktree, path, begin);
  return created < time && (!begin.mayBeRenamed || modified < time);
}

/** A file that got its place in a turn was changed since it began, or a directory above was. Otherwise, the clocks differ. */
function timeOf(worktree: string, path: RawPath, { time, atTarget }: Begin): number {
  if (time === atTarget) return time;
  for (let at = path; at !== ""; at = parentOf(at))
    if ((readFileTimes(worktree, at)?.changed ?? 0) >= time) return time;
  return (readFileTimes(worktree, "")?.changed ?? 0) >= time ? time : atTarget;
}

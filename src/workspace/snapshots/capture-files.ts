import { accessSync, closeSync, constants, lstatSync, openSync, readSync, rmSync, type Stats } from "node:fs";
import { setImmediate as letOthersIn } from "node:timers/promises";
import { bytesInside } from "../../files/raw-path.ts";
import { unusualPermissions } from "../../files/unusual-permissions.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { CapturedFiles } from "../../kernel/ports/snapshots.ts";
import type { RawPath, UncoveredPath } from "../../kernel/snapshot.ts";
import { adoptObjects, linkPacks } from "./adopt-objects.ts";
import { createLinkCheck } from "./behind-link.ts";
import { type CapturedTree, captureTree } from "./capture-tree.ts";
import { filesOf, type TreeDiffs } from "./compare-trees.ts";
import { permissionsOfDirectory, readDirectoryPermissions, updatePermissions } from "./file-permissions.ts";
import {
  comparePending,
  findAbsent,
  type LastCapture,
  readLastCapture,
  writeLastCapture,
} from "./last-capture.ts";
import { listUntracked, type UntrackedPaths } from "./list-untracked.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { readRecent, writeRecent } from "./recent-files.ts";
import { isDamage, repairStore } from "./repair-store.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";
import { listTracked } from "./tracked-files.ts";
import { readUserIndex, type UserIndex } from "./user-index.ts";

/** What one snapshot may contain; `config.snapshots` sets it. */
export interface CaptureLimits {
  maxFileBytes: number;
  maxFiles: number;
  maxProjectBytes: number;
}

/** Uncovered files that a snapshot lists by name. */
const MAX_LISTED = 1_000;

type FilesWithRules = Omit<CapturedFiles, "excludes"> & Pick<UntrackedPaths, "selfIgnored">;

/**
 * Brings the private index up to date with the files and writes both indexes as trees. The private index is kept, so
 * only files whose metadata changed are read. Throws if anything fails.
 *
 * A killed capture may leave an entry whose content only the user's repository had, which has deleted it since. Git does not
 * read such a file again, so every later capture would fail. Objects may also be damaged: ours are removed, and if that does
 * not help, the files are captured without the user's repository.
 */
export async function captureFiles(
  layout: StoreLayout,
  limits: CaptureLimits,
  diffs: TreeDiffs,
): Promise<FilesWithRules> {
  const attempt = (place: StoreLayout) => captureChanged(place, limits, diffs);
  const repeat = (place: StoreLayout) => async (error: unknown) => {
    if (!isDamage(error)) throw error;
    await repairStore(layout);
    return await attempt(place);
  };
  return await attempt(layout)
    .catch(repeat(layout))
    .catch(repeat({ ...layout, objects: undefined }));
}

async function captureChanged(
  layout: StoreLayout,
  limits: CaptureLimits,
  diffs: TreeDiffs,
): Promise<FilesWithRules> {
  // Only the holder of the lock gets here, so this is what a killed process left.
  rmSync(`${layout.index}.lock`, { force: true });
  linkPacks(layout);
  const last = readLastCapture(layout);
  const listed = listChanged(layout);
  const [changed, others, user] = await Promise.all([
    listed,
    listUntracked(layout, listed),
    readUserIndex(layout, last),
  ]);
  const entries = countEntries(layout.index);
  // What was captured was counted then.
  const untracked = entries + others.files.length - (user.count ?? entries);
  checkCount(layout, limits, { untracked, changed });
  const recent = readRecent(layout);
  const pending = (last?.pending ?? []).map(({ path }) => path);
  const known = [...changed, ...user.more, ...recent, ...pending];
  const candidates = [...new Set([...known, ...others.files])];
  const started = Date.now();
  const sorted = await sortCandidates(layout, candidates, limits);
  const tracked = await findTracked(layout, sorted.large);
  const large = sorted.large.filter((path) => !tracked.has(path));
  const left = [...sorted.uncovered, ...large.map((path) => ({ path, reason: LARGE }))];
  const put = [...sorted.put, ...tracked];
  // What was captured before has no others that could be gone.
  const own = new Set([...changed, ...recent, ...pending]);
  const drop = [...sorted.drop, ...left.map(({ path }) => path)].filter((path) => own.has(path));
  const unusual = new Map([
    ...pick(sorted.permissions, put),
    ...sorted.directories,
    ...readDirectoryPermissions(layout.worktree, others.directories),
  ]);
  const permissions = updatePermissions(layout, { put: unusual, drop });
  const found = await captureTree(layout, { put, drop, recent }, last);
  if (found.isIndexed) writeRecent(layout, sorted.put, started);
  await noteCapture(layout, { found, user, last }, diffs);
  const uncovered = [
    ...(user.problem === null ? [] : [{ path: ".git/index", ...user.problem }]),
    ...others.unreadable.map((path) => ({ path, reason: "a directory that cannot be read" })),
    ...left.map(({ path, reason }) => ({ path, reason })),
    ...found.refused.map((path) => ({ path, reason: "git does not accept its name" })),
  ];
  return {
    tree: found.tree,
    index: user.tree,
    permissions,
    directories: others.directories,
    selfIgnored: others.selfIgnored,
    uncovered: uncovered.slice(0, MAX_LISTED),
    uncoveredCount: uncovered.length,
  };
}

/** Keeps what was captured, and notes what the next capture needs to know. */
async function noteCapture(
  layout: StoreLayout,
  { found, user, last }: { found: CapturedTree; user: UserIndex; last: LastCapture | undefined },
  { diff, note }: TreeDiffs,
): Promise<void> {
  const { tree, indexTree, pending } = found;
  // What is pending was written into our store.
  await adoptObjects(layout, { files: indexTree, user: user.tree }, diff);
  if (last) {
    const isSame = last.indexTree === indexTree;
    const changes = isSame ? pending : await diff(last.indexTree, indexTree).catch(() => undefined);
    if (changes) note(last.tree, tree, comparePending(last.pending, filesOf(changes)));
  }
  const userTree = user.whole;
  const absent = await findAbsent({ indexTree, userTree }, last, diff);
  writeLastCapture(layout, { tree, indexTree, pending, userTree, absent });
}

async function listChanged(layout: StoreLayout): Promise<RawPath[]> {
  const args = ["diff-files", "-z", "--name-only", "--no-ext-diff", "--ignore-submodules=none"];
  return splitAtNul(await runGit(layout, args));
}

const LARGE = "an untracked file that is too large";

interface FileGroups {
  put: RawPath[];
  drop: RawPath[];
  large: RawPath[];
  uncovered: UncoveredPath[];
  /** Of those that can be kept, as far as they are unusual. */
  permissions: Map<RawPath, number | undefined>;
  /** The same for the directories of all candidates. Each path ends in a slash. */
  directories: Map<RawPath, number | undefined>;
}

/** So many paths are looked at before others have their turn: the first snapshot of a project may have many. */
const AT_ONCE = 500;

async function sortCandidates(
  { worktree }: StoreLayout,
  paths: readonly RawPath[],
  { maxFileBytes, maxProjectBytes }: CaptureLimits,
): Promise<FileGroups> {
  const directories: FileGroups["directories"] = new Map();
  const sorted: FileGroups = {
    put: [],
    drop: [],
    large: [],
    uncovered: [],
    permissions: new Map(),
    directories,
  };
  const isBehindLink = createLinkCheck(worktree, (path, stat) =>
    directories.set(`${path}/`, permissionsOfDirectory(stat)),
  );
  let bytes = 0;
  for (const [i, path] of paths.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await letOthersIn();
    const found = isBehindLink(path) ? undefined : lookAt(worktree, path);
    if (typeof found === "string") sorted.uncovered.push({ path, reason: found });
    else if (!found) sorted.drop.push(path);
    else bytes += addFile(sorted, { path, found, maxFileBytes });
  }
  checkBytes(bytes, maxProjectBytes);
  return sorted;
}

/** Returns how many bytes of the file are captured, as far as the size alone decides that. */
function addFile(
  sorted: FileGroups,
  { path, found, maxFileBytes }: { path: RawPath; found: Stats; maxFileBytes: number },
): number {
  if (found.isFile()) sorted.permissions.set(path, unusualPermissions(found.mode));
  const isLarge = found.size > maxFileBytes;
  if (found.isFile() && isLarge) sorted.large.push(path);
  else sorted.put.push(path);
  return isLarge ? 0 : found.size;
}

function checkBytes(bytes: number, most: number): void {
  if (bytes <= most) return;
  throw new HoldfastError(
    "snapshot_failed",
    `The files that changed are larger than snapshots.maxProjectBytes (${most}).`,
  );
}

/** What is at a path: undefined if there is nothing to keep, or why it cannot be kept. */
function lookAt(worktree: string, path: RawPath): Stats | string | undefined {
  if (path.endsWith("/")) return "a repository of its own";
  const full = bytesInside(worktree, path);
  try {
    const stat = lstatSync(full);
    if (stat.isSymbolicLink()) return stat;
    if (!stat.isFile()) return undefined;
    accessSync(full, constants.R_OK);
    return stat;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : `it cannot be read (${code})`;
  }
}

/** Which of these files the user's index has. Tracked files are captured whatever their size. */
async function findTracked(layout: StoreLayout, paths: readonly RawPath[]): Promise<Set<RawPath>> {
  if (paths.length === 0) return new Set();
  const wanted = new Set(paths);
  const found = await listTracked(layout, async (place) =>
    splitAtNul(await runGit(place, ["ls-files", "-z", "--cached"])),
  );
  return new Set(found.filter((path) => wanted.has(path)));
}

/** Before anything is read: a directory with millions of files must not be copied. */
function checkCount(
  { worktree }: StoreLayout,
  { maxFiles }: CaptureLimits,
  { untracked, changed }: { untracked: number; changed: readonly RawPath[] },
): void {
  if (untracked <= maxFiles) return;
  // The private index still has the files that were deleted since it was written.
  const deleted = changed.filter((path) => lookAt(worktree, path) === undefined).length;
  if (untracked - deleted <= maxFiles) return;
  throw new HoldfastError(
    "snapshot_failed",
    `${worktree} has more than ${maxFiles} untracked files (snapshots.maxFiles).`,
    { next: "Add what you do not need to .gitignore, or raise snapshots.maxFiles." },
  );
}

/** The number of entries that the header of an index states. */
function countEntries(index: string): number {
  const header = Buffer.alloc(12);
  try {
    const fd = openSync(index, "r");
    try {
      return readSync(fd, header) === header.length ? header.readUInt32BE(8) : 0;
    } finally {
      closeSync(fd);
    }
  } catch {
    return 0;
  }
}

function pick(permissions: ReadonlyMap<RawPath, number | undefined>, paths: readonly RawPath[]) {
  return new Map(paths.map((path) => [path, permissions.get(path)]));
}

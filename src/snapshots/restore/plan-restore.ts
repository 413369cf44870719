import type { CapturedFiles, FileChange, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import type { Owner } from "../change-owners.ts";
import { createFilter } from "./check-paths.ts";

/** What was captured immediately before a plan is made. */
export type FilesNow = Pick<CapturedFiles, "tree" | "index" | "uncovered" | "permissions">;

/** One file to bring back: what is there now, and what should be. */
export interface RestoreStep {
  path: RawPath;
  before: TreeFile | null;
  after: TreeFile | null;
}

/** A file that is left as it is, and why. */
export interface KeptFile {
  path: RawPath;
  reason: string;
  /** It was not there at the moment that is restored, so restoring it too would delete it. */
  isNew?: boolean;
}

/** What happens to directories. They are none of the steps, since they hold nothing themselves. */
export interface DirectoryChanges {
  /** Directories without files, to be created if they are missing, or deleted if they are still empty. */
  create: RawPath[];
  remove: RawPath[];
  /** Directories that were there without files: they stay when the files in them are deleted. */
  keep: RawPath[];
  /** The unusual permissions of directories that are created, also for a file. */
  modes: DirectoryMode[];
  /** Those of directories that are deleted with their last file. */
  deletedModes: DirectoryMode[];
}

export interface DirectoryMode {
  path: RawPath;
  mode: number;
}

export interface RestorePlan {
  steps: RestoreStep[];
  /** What somebody else changed since. */
  conflicts: KeptFile[];
  /** What is ignored or not covered. */
  untouched: KeptFile[];
  /** What should come back, but cannot be written. */
  failed: KeptFile[];
  directories: DirectoryChanges;
  /** The user's index, as trees, if it was asked for and is another one. */
  index: IndexChange | null;
}

export interface IndexChange {
  before: string;
  after: string;
}

export interface PlanInput {
  /** What changed since the target: `before` is the target, `after` is now. */
  changes: readonly FileChange[];
  owners: ReadonlyMap<RawPath, readonly Owner[]>;
  /** Whether the changes of this session are to be taken back. */
  isIncluded: (session: string) => boolean;
  /** How a session is shown. */
  nameOf: (session: string) => string;
  /** What is never touched, no matter who changed it, and why. */
  obstacles: ReadonlyMap<RawPath, string>;
  /** Files that look new, but were there before the target. */
  older: ReadonlySet<RawPath>;
  /** Files of somebody else that the session moved to where they are now, and the reason to keep them. */
  moved: ReadonlyMap<RawPath, string>;
  /** Files that were certainly made after the target. */
  newer: ReadonlySet<RawPath>;
  /** Files in whose place may be one that was there before the target under another name, and that no snapshot has. */
  replaced: ReadonlySet<RawPath>;
  /** What the target does not contain although it was there. */
  uncovered: Pick<Snapshot, "uncovered" | "uncoveredCount">;
  /** Files and directories that were asked for; empty for all. */
  paths: readonly RawPath[];
  /** Directories without files to create. */
  directories: readonly RawPath[];
  /** Whether to restore what somebody else changed since, too. */
  overwrite: boolean;
  /** The target came from another machine, which did not have what is new here. */
  isImported: boolean;
}

/** Decides what a restore does. What it does not plan stays as it is. */
export function planRestore(input: PlanInput): RestorePlan {
  const plan = emptyPlan();
  const isRequested = createFilter(input.paths);
  for (const change of input.changes) {
    const { path, before, after } = change;
    if (!isRequested(path)) continue;
    const kept = findKept(change, input);
    if (kept) plan[kept.list].push(kept.file);
    else plan.steps.push({ path, before: after, after: before });
  }
  const create = input.directories.filter(isRequested);
  return { ...plan, steps: plan.steps.sort(inOrder), directories: { ...plan.directories, create } };
}

/** Whether a file stays as it is, and where that is listed. */
function findKept(
  change: FileChange,
  input: PlanInput,
): { list: "untouched" | "conflicts"; file: KeptFile } | undefined {
  const { path, before } = change;
  const untouched = input.obstacles.get(path) ?? findGap(change, input);
  if (untouched !== undefined) return { list: "untouched", file: { path, reason: untouched } };
  const reason = findConflict(path, input);
  if (reason === undefined) return undefined;
  const isOnlyHere = before === null && input.isImported;
  if (!input.overwrite)
    return { list: "conflicts", file: { path, reason, isNew: before === null && !isOnlyHere } };
  if (!isOnlyHere) return undefined;
  return { list: "untouched", file: { path, reason: "the other machine did not have it" } };
}

export function emptyPlan(): RestorePlan {
  return {
    steps: [],
    conflicts: [],
    untouched: [],
    failed: [],
    directories: { create: [], remove: [], keep: [], modes: [], deletedModes: [] },
    index: null,
  };
}

/** Why it is unknown what the file was. */
function findGap(
  { path, before }: FileChange,
  { older, moved, newer, uncovered }: PlanInput,
): string | undefined {
  if (before !== null) return undefined;
  if (older.has(path)) return moved.get(path) ?? "it is older than the snapshot, which did not cover it";
  const { uncovered: listed, uncoveredCount } = uncovered;
  // It looks new, but it may have been there before: it was only not captured.
  if (listed.some(({ path: left }) => left === path || (left.endsWith("/") && path.startsWith(left))))
    return "the snapshot did not cover it";
  const isUnknown = uncoveredCount > listed.length && !newer.has(path);
  return isUnknown ? "it is unknown whether the snapshot covered it" : undefined;
}

/** Deletions come first, the deepest of them before their directories, so that a file can replace a directory. */
export function inOrder(a: RestoreStep, b: RestoreStep): number {
  if ((a.after === null) !== (b.after === null)) return a.after === null ? -1 : 1;
  const order = a.path < b.path ? -1 : 1;
  return a.after === null ? -order : order;
}

/** A copy with the times of its original, such as of a file outside, looks the same. */
const OLDER_THAN_TURN =
  "its times are older than the turn, so it may be a file that was not captured and was moved here";

function findConflict(path: RawPath, input: PlanInput): string | undefined {
  if (input.replaced.has(path)) return OLDER_THAN_TURN;
  const owners = input.owners.get(path) ?? [];
  if (owners.length === 0) return "nobody knows who changed it";
  for (const [index, owner] of owners.entries()) {
    const reason = reasonToKeep(owner, input) ?? reasonOfShared(owner, owners.slice(0, index), input);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** What was restored of another session's work is what somebody decided. */
function reasonOfRestore(
  sessions: readonly string[] | null,
  { isIncluded, nameOf }: Pick<PlanInput, "isIncluded" | "nameOf">,
): string | undefined {
  const [first] = sessions ?? [];
  if (first === undefined || sessions?.some(isIncluded)) return undefined;
  return `restored since (session ${nameOf(first)})`;
}

/**
 * A restore of several sessions' work says nothing of a single file. Where none of the sessions that are taken back changed
 * the file before it, it was about the work of the others.
 */
function reasonOfShared(
  owner: Owner,
  earlier: readonly Owner[],
  { isIncluded, nameOf }: Pick<PlanInput, "isIncluded" | "nameOf">,
): string | undefined {
  if (owner.type !== "restore") return undefined;
  const other = owner.sessions?.find((session) => !isIncluded(session));
  if (other === undefined) return undefined;
  const isOwn = earlier.some((each) => each.type === "session" && isIncluded(each.session));
  return isOwn ? undefined : `restored since (session ${nameOf(other)})`;
}

/** Why what somebody made of a file stays. Undefined for the sessions whose changes are taken back. */
export function reasonToKeep(
  owner: Owner,
  { isIncluded, nameOf }: Pick<PlanInput, "isIncluded" | "nameOf">,
): string | undefined {
  if (owner.type === "nobody") return "changed outside of a turn";
  if (owner.type === "unclear") return "it is unclear which session changed it";
  if (owner.type === "session" && !isIncluded(owner.session))
    return `changed by session ${nameOf(owner.session)}`;
  if (owner.type === "restore") return reasonOfRestore(owner.sessions, { isIncluded, nameOf });
  return undefined;
}

import { nameOf } from "../../files/raw-path.ts";
import type { FileChange, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { ownersIn, type Step } from "../change-owners.ts";
import { isRealTurn } from "../running-turns.ts";
import { EMPTY_BLOBS } from "./keep-only-copies.ts";
import { matchPaths } from "./match-paths.ts";
import { type PlanInput, reasonToKeep } from "./plan-restore.ts";

/** What a file was first. It is the same object after renames, copies and edits. */
export interface Origin {
  /** Where it was. */
  path: RawPath;
  /** Why it is somebody else's. Null if the session made it with the name of such a file, so that it may be an edited copy. */
  reason: string | null;
}

/** What is known after each step. */
export interface Origins {
  /** Of what is there, by its path. */
  current: Map<RawPath, Origin>;
  /** By each content that such a file ever had, and by where it was first. */
  versions: Map<string, Map<RawPath, Origin>>;
  /** What the session deleted or replaced of others, where that was, and in which turn. Copies may be left. */
  deletions: Map<Origin, { last: RawPath; end: string }>;
  /** What is at each path that changed. */
  now: Map<RawPath, string | undefined>;
}

interface Progress extends Origins {
  /** Every content so far that is not empty. */
  seen: Set<string>;
}

export type OriginsInput = Pick<PlanInput, "isIncluded" | "nameOf"> & { steps: readonly Step[] };

/**
 * Follows what somebody else wrote since the target from snapshot to snapshot. What the session makes comes from such a file
 * if it has the content of one at any snapshot, or else if it is at the same path.
 */
export function followOrigins(input: OriginsInput): Origins {
  const progress: Progress = {
    current: new Map(),
    versions: new Map(),
    deletions: new Map(),
    now: new Map(),
    seen: new Set(),
  };
  for (const step of input.steps) followStep(progress, step, input);
  return progress;
}

function followStep(progress: Progress, step: Step, input: OriginsInput): void {
  const { seen, now } = progress;
  const ownerOf = ownersIn(step);
  const changes = step.changes.filter(isContent);
  for (const { before } of changes) if (before) addSeen(seen, before.blob);
  const reasons = new Map(changes.map((change) => [change, reasonToKeep(ownerOf(change), input)]));
  const own = changes.filter((change) => reasons.get(change) === undefined);
  followOwn(progress, own, endOf(step));
  for (const [{ path, after }, reason] of reasons)
    if (reason !== undefined) noteOthers(progress, { path, reason }, after);
  for (const { path, after } of changes) {
    now.set(path, after?.blob);
    if (after) addSeen(seen, after.blob);
  }
}

function noteOthers(
  { current, versions, deletions }: Progress,
  origin: Origin,
  after: TreeFile | null,
): void {
  const former = current.get(origin.path);
  if (former) deletions.delete(former);
  current.delete(origin.path);
  if (!after) return;
  current.set(origin.path, origin);
  addVersion(versions, after.blob, origin);
}

function followOwn(progress: Progress, changes: readonly FileChange[], end: string): void {
  const { current, versions, deletions, seen } = progress;
  const found = findOrigins(progress, changes);
  for (const { path, after } of changes) {
    const [former, origin] = [current.get(path), found.get(path)];
    if (former && former !== origin && former.reason !== null) deletions.set(former, { last: path, end });
    current.delete(path);
    if (!after || !origin) continue;
    current.set(path, origin);
    // What was known before is no work of others, such as a file that was edited back.
    if (!seen.has(after.blob)) addVersion(versions, after.blob, origin);
  }
}

/** Where what the session made comes from. */
function findOrigins(progress: Progress, changes: readonly FileChange[]): Map<RawPath, Origin> {
  const { seen, current } = progress;
  const made = changes.flatMap(({ path, before, after }) => (after ? [{ path, before, after }] : []));
  const byContent = findByContent(progress, made);
  const isUnknown = ({ path, before, after }: (typeof made)[number]) =>
    before === null && !seen.has(after.blob) && !byContent.has(path);
  const names = made.some(isUnknown) ? namesOfOthers(progress) : new Set();
  return new Map(
    made.flatMap((file) => {
      const { path } = file;
      const same = byContent.get(path);
      const known = same && same.reason !== null ? same : (current.get(path) ?? same);
      if (known) return [[path, known] as const];
      return isUnknown(file) && names.has(nameOf(path)) ? [[path, { path, reason: null }] as const] : [];
    }),
  );
}

function findByContent(
  { versions }: Progress,
  made: readonly { path: RawPath; after: TreeFile }[],
): Map<RawPath, Origin> {
  const paths = new Map<Map<RawPath, Origin>, RawPath[]>();
  for (const { path, after } of made) {
    const origins = versions.get(after.blob);
    if (!origins) continue;
    const same = paths.get(origins) ?? [];
    paths.set(origins, same);
    same.push(path);
  }
  return new Map([...paths].flatMap(([origins, same]) => chooseOrigins(origins, same)));
}

/** Of several files with the same content, the one whose path is most similar. */
function chooseOrigins(
  origins: ReadonlyMap<RawPath, Origin>,
  paths: readonly RawPath[],
): (readonly [RawPath, Origin])[] {
  const alike = origins.size > 1 ? matchPaths(origins.keys(), paths) : [];
  const matched = new Map([...alike].map(([first, path]) => [path, first]));
  const newest = [...origins.values()].at(-1);
  return paths.flatMap((path) => {
    const origin = origins.get(path) ?? origins.get(matched.get(path) ?? "") ?? newest;
    return origin ? [[path, origin] as const] : [];
  });
}

/** Of what is there and of what was deleted, since an agent may write the new file after it deleted the old one. */
function namesOfOthers({ current, deletions }: Progress): Set<RawPath> {
  const present = [...current].filter(([, { reason }]) => reason !== null);
  return new Set([
    ...present.map(([path]) => nameOf(path)),
    ...[...deletions.values()].map(({ last }) => nameOf(last)),
  ]);
}

/** Many files are empty, so that says nothing about where one comes from. */
function addSeen(seen: Set<string>, blob: string): void {
  if (!EMPTY_BLOBS.has(blob)) seen.add(blob);
}

function addVersion(versions: Origins["versions"], blob: string, origin: Origin): void {
  if (EMPTY_BLOBS.has(blob)) return;
  const same = versions.get(blob) ?? new Map<RawPath, Origin>();
  versions.set(blob, same.set(origin.path, origin));
}

/** Of others, only the permissions changed. */
function isContent({ before, after }: FileChange): boolean {
  return before !== null || after !== null;
}

function endOf({ snapshot }: Step): string {
  const turn = snapshot.turns.find(isRealTurn)?.turn;
  return turn === undefined ? "deleted since" : `deleted in turn ${turn}`;
}

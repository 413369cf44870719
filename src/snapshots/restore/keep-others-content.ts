import { nameOf, shownPath } from "../../files/raw-path.ts";
import type { FileChange } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { ownersIn, type Step } from "../change-owners.ts";
import { isRealTurn } from "../running-turns.ts";
import { createFilter } from "./check-paths.ts";
import { EMPTY_BLOBS } from "./keep-only-copies.ts";
import { type PlanInput, type RestorePlan, reasonToKeep } from "./plan-restore.ts";

/** A file that somebody else made or changed since the target. */
interface OthersFile {
  /** Where they had it. */
  path: RawPath;
  /** Why it is theirs. */
  reason: string;
}

interface OthersFiles {
  /** By the path to which the session moved it. */
  moved: Map<RawPath, OthersFile>;
  /** What the session deleted, and in which turn. */
  deleted: (OthersFile & { end: string })[];
}

type KeepingInput = Pick<PlanInput, "isIncluded" | "nameOf" | "paths"> & { steps: readonly Step[] };

/**
 * Follows what somebody else wrote since the target to where the session took it: a file that it renamed is kept under its new
 * name, also if it was edited there. One that it deleted is only named: it belongs neither to the target nor to what is there.
 */
export function keepOthersContent(plan: RestorePlan, input: KeepingInput): RestorePlan {
  const { moved, deleted } = findOthersFiles(input);
  if (moved.size + deleted.length === 0) return plan;
  const ends = new Map([
    ...deleted.map(({ path, end }) => [path, end] as const),
    ...[...moved].map(([name, { path }]) => [path, `now ${shownPath(name)}`] as const),
  ]);
  const kept = plan.steps.flatMap(({ path, after }) => {
    const other = moved.get(path);
    const reason = other && `it is what ${shownPath(other.path)} was, ${other.reason}`;
    return reason === undefined ? [] : [{ path, reason, isNew: after === null }];
  });
  const isRequested = createFilter(input.paths);
  const listed = new Set(plan.conflicts.map(({ path }) => path));
  const gone = deleted.filter(({ path }) => !listed.has(path) && isRequested(path));
  return {
    ...plan,
    steps: plan.steps.filter(({ path }) => !moved.has(path)),
    conflicts: [
      ...plan.conflicts.map((file) => {
        const end = ends.get(file.path);
        return end === undefined ? file : { ...file, reason: `${file.reason}; ${end}` };
      }),
      ...kept,
    ],
    untouched: [
      ...plan.untouched,
      ...gone.map(({ path, reason, end }) => ({ path, reason: `${reason}; ${end}` })),
    ],
  };
}

function findOthersFiles(input: KeepingInput): OthersFiles {
  const theirs = new Map<RawPath, OthersFile>();
  const deleted = new Map<RawPath, OthersFile & { end: string }>();
  for (const step of input.steps) {
    const ownerOf = ownersIn(step);
    const changes = step.changes.filter(isContent);
    const own = changes.filter((change) => reasonToKeep(ownerOf(change), input) === undefined);
    // What is at a path again is not gone.
    for (const { path, after } of changes) if (after) deleted.delete(path);
    followMoves(theirs, deleted, { changes: own, end: endOf(step) });
    for (const change of changes) {
      const { path, after } = change;
      const reason = reasonToKeep(ownerOf(change), input);
      if (reason === undefined) continue;
      theirs.delete(path);
      if (after && !EMPTY_BLOBS.has(after.blob)) theirs.set(path, { path, reason });
    }
  }
  const moved = new Map([...theirs].filter(([name, { path }]) => name !== path));
  return { moved, deleted: [...deleted.values()] };
}

/** What the session edits stays theirs. */
function followMoves(
  theirs: Map<RawPath, OthersFile>,
  deleted: Map<RawPath, OthersFile & { end: string }>,
  { changes, end }: { changes: readonly FileChange[]; end: string },
): void {
  for (const change of changes) {
    const other = theirs.get(change.path);
    if (!other || change.after) continue;
    theirs.delete(change.path);
    const name = findNewName(change, changes);
    if (name === undefined) deleted.set(other.path, { ...other, end });
    else theirs.set(name, other);
  }
}

/** Where the content of a deleted file is now, or the only new file of its name: it may have been edited as well. */
function findNewName({ path, before }: FileChange, changes: readonly FileChange[]): RawPath | undefined {
  const same = changes.find(({ after }) => after !== null && after.blob === before?.blob);
  if (same) return same.path;
  const alike = changes.filter((each) => !each.before && nameOf(each.path) === nameOf(path));
  return alike.length === 1 ? alike[0]?.path : undefined;
}

/** Of others, only the permissions changed. */
function isContent({ before, after }: FileChange): boolean {
  return before !== null || after !== null;
}

function endOf({ snapshot }: Step): string {
  const turn = snapshot.turns.find(isRealTurn)?.turn;
  return turn === undefined ? "deleted since" : `deleted in turn ${turn}`;
}

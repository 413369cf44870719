import { nameOf, shownPath } from "../../files/raw-path.ts";
import type { FileChange, TreeFile } from "../../kernel/ports/snapshots.ts";
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

/** What is known after each step. */
interface Followed {
  /** By the path where it is. The session may have edited it. */
  theirs: Map<RawPath, OthersFile>;
  /** Everything that somebody else wrote. */
  contents: Map<string, OthersFile>;
  /** What the session deleted, by the path where they had it, and in which turn. */
  deleted: Map<RawPath, OthersFile & { end: string }>;
  /** What the session made in its newest turn. */
  made: Set<RawPath>;
  /** What is at each path that changed. */
  now: Map<RawPath, string | undefined>;
}

type KeepingInput = Pick<PlanInput, "isIncluded" | "nameOf" | "paths"> & { steps: readonly Step[] };

/**
 * Follows what somebody else wrote since the target to where the session took it: a file that it renamed is kept under its new
 * name, also if it was edited there. One that it deleted is only named: it belongs neither to the target nor to what is there.
 */
export function keepOthersContent(plan: RestorePlan, input: KeepingInput): RestorePlan {
  const followed = followSteps(input);
  const kept = findOnlyCopies(plan, followed);
  const names = new Map([...kept].map(([name, { path }]) => [path, name]));
  const endOfFile = (path: RawPath) => {
    const name = names.get(path);
    return name === undefined ? followed.deleted.get(path)?.end : `now ${shownPath(name)}`;
  };
  const isRequested = createFilter(input.paths);
  const listed = new Set(plan.conflicts.map(({ path }) => path));
  const gone = [...followed.deleted.values()].filter(
    ({ path }) => !listed.has(path) && !names.has(path) && isRequested(path),
  );
  const isNew = new Set(plan.steps.flatMap(({ path, after }) => (after === null ? [path] : [])));
  return {
    ...plan,
    steps: plan.steps.filter(({ path }) => !kept.has(path)),
    conflicts: [
      ...plan.conflicts.map((file) => {
        const end = endOfFile(file.path);
        return end === undefined ? file : { ...file, reason: `${file.reason}; ${end}` };
      }),
      ...[...kept].map(([name, { path, reason }]) => ({
        path: name,
        reason: `it is what ${shownPath(path)} was, ${reason}`,
        isNew: isNew.has(name),
      })),
    ],
    untouched: [
      ...plan.untouched,
      ...gone.map(({ path, reason, end }) => ({ path, reason: `${reason}; ${end}` })),
    ],
  };
}

/** Of what the plan deletes or replaces, what nothing that stays contains. */
function findOnlyCopies(
  { steps }: RestorePlan,
  { theirs, contents, now }: Followed,
): Map<RawPath, OthersFile> {
  const planned = new Set(steps.map(({ path }) => path));
  const staying = new Set([...now].flatMap(([path, blob]) => (planned.has(path) || !blob ? [] : [blob])));
  return new Map(
    steps.flatMap(({ path, before }) => {
      const exact = before === null || staying.has(before.blob) ? undefined : contents.get(before.blob);
      const edited = theirs.get(path);
      const isMoved = edited !== undefined && edited.path !== path && now.get(edited.path) === undefined;
      const found = exact ?? (isMoved ? edited : undefined);
      return found ? [[path, found] as const] : [];
    }),
  );
}

function followSteps(input: KeepingInput): Followed {
  const followed: Followed = {
    theirs: new Map(),
    contents: new Map(),
    deleted: new Map(),
    made: new Set(),
    now: new Map(),
  };
  let turns = "";
  for (const step of input.steps) {
    const ownerOf = ownersIn(step);
    const turnsNow = JSON.stringify(step.snapshot.turns);
    if (turnsNow !== turns) followed.made.clear();
    turns = turnsNow;
    const changes = step.changes.filter(isContent);
    const reasons = new Map(changes.map((change) => [change, reasonToKeep(ownerOf(change), input)]));
    for (const { path, after } of changes) {
      followed.now.set(path, after?.blob);
      // What is at a path again is not gone.
      if (after) followed.deleted.delete(path);
    }
    const own = changes.filter((change) => reasons.get(change) === undefined);
    followOwn(followed, own, endOf(step));
    for (const [{ path, after }, reason] of reasons)
      if (reason !== undefined) noteOthers(followed, path, after, reason);
  }
  return followed;
}

function noteOthers(
  { theirs, contents, made }: Followed,
  path: RawPath,
  after: TreeFile | null,
  reason: string,
): void {
  theirs.delete(path);
  made.delete(path);
  if (!after || EMPTY_BLOBS.has(after.blob)) return;
  const file = { path, reason };
  theirs.set(path, file);
  contents.set(after.blob, file);
}

/** What the session edits stays theirs. What it makes of their content is theirs, whether it deletes the original before or later. */
function followOwn(followed: Followed, changes: readonly FileChange[], end: string): void {
  const { theirs, contents, made } = followed;
  for (const { path, before, after } of changes) {
    const copied = after && contents.get(after.blob);
    if (copied && !theirs.has(path)) theirs.set(path, copied);
    if (before === null) made.add(path);
    if (after === null) made.delete(path);
  }
  for (const { path, after } of changes) if (!after) followDeletion(followed, path, end);
}

function followDeletion({ theirs, deleted, made }: Followed, path: RawPath, end: string): void {
  const other = theirs.get(path);
  if (!other) return;
  theirs.delete(path);
  const isElsewhere = [...theirs].some(([name, each]) => each === other || name === other.path);
  if (isElsewhere) return;
  const name = findNewName(path, made);
  if (name === undefined) deleted.set(other.path, { ...other, end });
  else theirs.set(name, other);
}

/** The only new file of its name may have been edited as well. */
function findNewName(path: RawPath, made: ReadonlySet<RawPath>): RawPath | undefined {
  const alike = [...made].filter((each) => nameOf(each) === nameOf(path));
  return alike.length === 1 ? alike[0] : undefined;
}

/** Of others, only the permissions changed. */
function isContent({ before, after }: FileChange): boolean {
  return before !== null || after !== null;
}

function endOf({ snapshot }: Step): string {
  const turn = snapshot.turns.find(isRealTurn)?.turn;
  return turn === undefined ? "deleted since" : `deleted in turn ${turn}`;
}

import type { Context } from "../../kernel/context.ts";
import type { FileChange, SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import { findOwners, type Step } from "../change-owners.ts";
import { findTakenBack } from "../imported-files.ts";
import { findContinuedBy } from "../included-sessions.ts";
import { nameSessions } from "../name-sessions.ts";
import type { RestoreTarget } from "../restore-target.ts";
import { splitLatest } from "../split-latest.ts";
import type { LifeDeps } from "../stopped-turns.ts";
import type { WorktreeState } from "../worktree-state.ts";
import { checkContent } from "./check-content.ts";
import { checkPaths } from "./check-paths.ts";
import { checkWritable } from "./check-writable.ts";
import { addDirectoryModes } from "./directory-modes.ts";
import { findEmptied, findMissingDirectories, withMissingParents } from "./empty-directories.ts";
import { findBegins } from "./find-begins.ts";
import { findObstacles } from "./find-obstacles.ts";
import { findNewer, findOlder, findReplacedByOlder } from "./find-older.ts";
import { followOthers } from "./follow-others.ts";
import { keepOnlyCopies } from "./keep-only-copies.ts";
import { keepOthersContent, reasonOfMoved } from "./keep-others-content.ts";
import { type FilesNow, planRestore, type RestorePlan } from "./plan-restore.ts";
import { planIndex } from "./user-index.ts";
import { addPermissions, findPermissionChanges } from "./with-permissions.ts";

type FilesAt = Pick<FilesNow, "tree" | "permissions">;

type PreparingDeps = Pick<Context, "store"> & LifeDeps;

export interface RestoreOptions {
  paths: readonly RawPath[];
  overwrite: boolean;
  /** Whether the user's index comes back too. */
  index: boolean;
}

/** Plans a restore of the files, of which `now` is what is there. */
export async function prepareRestore(
  ctx: PreparingDeps,
  store: SnapshotStore,
  input: RestoreOptions & {
    target: RestoreTarget;
    timeline: readonly Snapshot[];
    state: WorktreeState;
    now: FilesNow;
  },
): Promise<RestorePlan> {
  const { target, timeline, state, now, paths, overwrite } = input;
  const { tree } = now;
  const [compared = []] = await store.compare([target.snapshot.tree, tree]);
  const changes = await addPermissions(store, compared, { before: target.snapshot, after: now });
  checkPaths(store.worktree, paths, { changes, target: target.snapshot });
  const since = timeline.slice(timeline.indexOf(target.snapshot));
  const read = await readSteps(ctx, store, { since, state, now }).catch(async () =>
    readSteps(ctx, store, { since: await withoutDamaged(store, since), state, now }),
  );
  const sessions = read.flatMap(({ snapshot: { turns } }) =>
    turns.flatMap(({ session, restored = [] }) => [session, ...restored]),
  );
  const included = await findTakenBack(ctx.store, sessions, target);
  const isIncluded = (session: string) => included.has(session);
  const continued = await findContinuedBy(ctx.store, sessions, target.session);
  const steps = read.map((step) => ofOneWork(step, { isIncluded, continued }));
  const nameOf = await nameSessions(ctx.store, sessions);
  const until = sameUntil(target.snapshot, since[1], state);
  const past = { target: target.snapshot, until: findBegins({ since, steps, until }), changes, steps };
  const obstacles = await findObstacles(store, changes, { target: target.snapshot, now });
  const others = followOthers({ steps, isIncluded, nameOf });
  const work = { since, steps, isIncluded };
  const plan = planRestore({
    changes,
    owners: findOwners(steps),
    isIncluded,
    nameOf,
    obstacles,
    older: await findOlder(store, past),
    moved: new Map([...others.moved].map(([path, file]) => [path, reasonOfMoved(file)])),
    newer: findNewer(store, past),
    replaced: await findReplacedByOlder(store, past),
    uncovered: target.snapshot,
    directories: await findMissingDirectories(store, target.snapshot, overwrite ? null : work),
    paths,
    overwrite,
    isImported: target.snapshot.origin !== undefined,
  });
  const writable = checkWritable(store.worktree, await checkContent(store, plan));
  const copies = keepOnlyCopies(writable, changes);
  const kept = overwrite ? copies : keepOthersContent(copies, { others, paths });
  const directories = {
    ...kept.directories,
    create: withMissingParents(store.worktree, kept.directories.create),
    keep: findEmptied(target.snapshot, kept.steps),
  };
  const possible = await addDirectoryModes(store, { ...kept, directories }, { target: target.snapshot, now });
  return input.index ? planIndex(possible, { target: target.snapshot, now }) : possible;
}

/** A restore of a session and of those that continue it is of one work: for the later ones, it is their own. */
function ofOneWork(
  step: Step,
  { isIncluded, continued }: { isIncluded(session: string): boolean; continued: ReadonlySet<string> },
): Step {
  const turns = step.snapshot.turns.map((turn) => {
    const { restored = [] } = turn;
    const left = restored.filter((session) => isIncluded(session) || !continued.has(session));
    return left.some(isIncluded) ? { ...turn, restored: left } : turn;
  });
  return { ...step, snapshot: { ...step.snapshot, turns } };
}

/** Until when the target was known to be what is there: a prompt before which nothing changed makes no snapshot. */
function sameUntil(target: Snapshot, next: Snapshot | undefined, { latest }: WorktreeState): number {
  const known =
    next?.previous === target.id
      ? next.previousUntil
      : latest?.id === target.id
        ? latest.sameUntil
        : undefined;
  return known ?? target.createdAt;
}

/** What changed from snapshot to snapshot, and since the last one. */
async function readSteps(
  ctx: PreparingDeps,
  store: SnapshotStore,
  { since, state, now }: { since: readonly Snapshot[]; state: WorktreeState; now: FilesNow },
): Promise<Step[]> {
  const compared = await compareAll(store, [...since, now]);
  const steps = since.slice(1).map((snapshot, index) => ({
    snapshot,
    before: since[index]?.id ?? "",
    changes: compared[index] ?? [],
  }));
  const last = { before: since.at(-1)?.id ?? "", changes: compared.at(-1) ?? [] };
  return [...steps, ...(await splitLatest(ctx, store, { ...last, state }))];
}

/** Where a snapshot in between is left out, it is unclear who changed what. The first one is the target, which is sound. */
async function withoutDamaged(
  store: Pick<SnapshotStore, "compare">,
  [target, ...later]: readonly Snapshot[],
): Promise<Snapshot[]> {
  if (!target) return [];
  const sound = [target];
  for (const snapshot of later)
    await store.compare([target.tree, snapshot.tree]).then(
      () => sound.push(snapshot),
      () => {},
    );
  return sound;
}

/** What changed from each moment to the next, files of which only the permissions changed included. */
async function compareAll(store: SnapshotStore, moments: readonly FilesAt[]): Promise<FileChange[][]> {
  const compared = await store.compare(moments.map(({ tree }) => tree));
  const all: FileChange[][] = [];
  for (const [index, changes] of compared.entries()) {
    const [before, after] = moments.slice(index, index + 2);
    const others = before && after ? await findPermissionChanges(store, before, after) : [];
    all.push([...changes, ...others.map((path) => ({ path, before: null, after: null }))]);
  }
  return all;
}

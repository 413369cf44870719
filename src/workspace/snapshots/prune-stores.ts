import { join } from "node:path";
import { namesIn } from "../../files/read-small-file.ts";
import { withExclusiveLock } from "../../files/with-exclusive-lock.ts";
import { futureFirst, newestOfWorktrees } from "../../kernel/newest-of-worktrees.ts";
import type { PrunedSnapshots, SnapshotRetention } from "../../kernel/ports/snapshots.ts";
import { haveSameTurns, type Snapshot } from "../../kernel/snapshot.ts";
import type { SnapshotOptions } from "./create-snapshots.ts";
import { readProjectFile } from "./project-file.ts";
import { measureAlone, measureStore, reclaimSpace } from "./reclaim-space.ts";
import { IMPORTED, listAllSnapshots, removeSnapshots, saveSnapshots } from "./snapshot-records.ts";
import { layoutOf, type StoreLayout } from "./store-layout.ts";

/** Whoever captures files must not wait for a prune, nor the other way round. */
const WAIT_MS = 1_000;
/** How much of what is left goes at once if a project takes too much space. */
const SHARE = 0.25;
const MAX_ROUNDS = 8;
/** Deleting all of them has to free at least this share of what is too much. */
const WORTH = 0.1;

/** Deletes snapshots in the stores of all projects and gives their space back. */
export async function pruneStores(
  options: SnapshotOptions,
  retention: SnapshotRetention,
): Promise<PrunedSnapshots> {
  const pruned: PrunedSnapshots = { snapshots: 0, bytes: 0, failures: [] };
  for (const name of namesIn(options.directory).filter((each) => each.endsWith(".git"))) {
    const project = readProjectFile(join(options.directory, name));
    if (!project) continue;
    const place = { projectRoot: project.root, worktree: project.root };
    const layout = layoutOf(options.directory, place, options.searchPath, join(options.directory, name));
    const prune = () => pruneStore(layout, options, { retention, pruned });
    await withExclusiveLock(layout.lock, WAIT_MS, prune).catch((error) => pruned.failures.push(error));
  }
  return pruned;
}

/** Adds to what was pruned. */
async function pruneStore(
  layout: StoreLayout,
  { limits }: SnapshotOptions,
  { retention, pruned }: { retention: SnapshotRetention; pruned: PrunedSnapshots },
): Promise<void> {
  const before = measureStore(layout);
  const snapshots = await listAllSnapshots(layout);
  const arrived = await listAllSnapshots(layout, IMPORTED);
  const newestAt = Math.max(...[...snapshots, ...arrived].map(({ createdAt }) => createdAt));
  const named = await retention.findNamed([...snapshots, ...arrived]);
  const known = { named, newestAt };
  const expired = new Set(retention.findExpired(snapshots, known));
  const left = await deleteSnapshots(layout, snapshots, expired);
  const imported = retention.findExpired(arrived, known);
  await removeSnapshots(layout, imported, IMPORTED);
  const deleted = expired.size + imported.length;
  await reclaimSpace(layout, deleted);
  pruned.snapshots += deleted;
  pruned.snapshots += await shrink(layout, left, { retention, named, limit: limits.maxProjectBytes });
  pruned.bytes += Math.max(0, before - measureStore(layout));
}

/**
 * Deletes the oldest snapshots of a project that takes more than its limit, as long as that helps. Files that are too large by
 * themselves would stay in the newest one. Returns how many it deleted.
 */
async function shrink(
  layout: StoreLayout,
  snapshots: readonly Snapshot[],
  {
    retention: { now },
    named,
    limit,
  }: { retention: SnapshotRetention; named: ReadonlySet<string>; limit: number },
): Promise<number> {
  const newest = newestOfWorktrees(snapshots, now);
  let left = [...snapshots];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const deletable = futureFirst(left, now).filter(({ id }) => !named.has(id) && !newest.has(id));
    const excess = measureStore(layout) - limit;
    if (excess <= 0 || (await measureAlone(layout, deletable)) < excess * WORTH) break;
    const oldest = deletable.slice(0, Math.ceil(deletable.length * SHARE));
    left = await deleteSnapshots(layout, left, new Set(oldest.map(({ id }) => id)));
    // Deleting more would free nothing either.
    if ((await reclaimSpace(layout, oldest.length)) === "damaged") break;
  }
  return snapshots.length - left.length;
}

/** Returns those that are left. Where some in the middle of a turn are gone, the next one follows the one before them. */
async function deleteSnapshots(
  layout: StoreLayout,
  snapshots: readonly Snapshot[],
  ids: ReadonlySet<string>,
): Promise<Snapshot[]> {
  const known = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
  const left = snapshots
    .filter(({ id }) => !ids.has(id))
    .map((snapshot) => {
      let at = snapshot;
      for (;;) {
        const before = known.get(at.previous ?? "");
        if (!before || !ids.has(before.id) || !haveSameTurns(before, snapshot)) break;
        at = before;
      }
      return { ...snapshot, previous: at.previous, previousUntil: at.previousUntil };
    });
  await saveSnapshots(
    layout,
    left.filter(({ id, previous }) => known.get(id)?.previous !== previous),
  );
  await removeSnapshots(layout, [...ids]);
  return left;
}

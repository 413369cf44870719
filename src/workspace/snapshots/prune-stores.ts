import { join } from "node:path";
import { namesIn } from "../../files/read-small-file.ts";
import { withExclusiveLock } from "../../files/with-exclusive-lock.ts";
import { futureFirst, newestOfWorktrees } from "../../kernel/newest-of-worktrees.ts";
import type { FindExpired, PrunedSnapshots } from "../../kernel/ports/snapshots.ts";
import type { SnapshotOptions } from "./create-snapshots.ts";
import { readProjectFile } from "./project-file.ts";
import { measureStore, reclaimSpace } from "./reclaim-space.ts";
import { IMPORTED, listAllSnapshots, removeSnapshots } from "./snapshot-records.ts";
import { layoutOf, type StoreLayout } from "./store-layout.ts";

/** Whoever captures files must not wait for a prune, nor the other way round. */
const WAIT_MS = 1_000;
/** How much of what is left goes at once if a project takes too much space. */
const SHARE = 0.25;
const MAX_ROUNDS = 8;

interface PruneRules {
  now: number;
  findExpired: FindExpired;
}

/** Deletes snapshots in the stores of all projects and gives their space back. */
export async function pruneStores(options: SnapshotOptions, rules: PruneRules): Promise<PrunedSnapshots> {
  const pruned: PrunedSnapshots = { snapshots: 0, bytes: 0, failures: [] };
  for (const name of namesIn(options.directory).filter((each) => each.endsWith(".git"))) {
    const project = readProjectFile(join(options.directory, name));
    if (!project) continue;
    const place = { projectRoot: project.root, worktree: project.root };
    const layout = layoutOf(options.directory, place, options.searchPath, join(options.directory, name));
    const prune = () => pruneStore(layout, options, { ...rules, pruned });
    await withExclusiveLock(layout.lock, WAIT_MS, prune).catch((error) => pruned.failures.push(error));
  }
  return pruned;
}

/** Adds to what was pruned. */
async function pruneStore(
  layout: StoreLayout,
  { limits }: SnapshotOptions,
  { now, findExpired, pruned }: PruneRules & { pruned: PrunedSnapshots },
): Promise<void> {
  const before = measureStore(layout);
  const snapshots = await listAllSnapshots(layout);
  const arrived = await listAllSnapshots(layout, IMPORTED);
  const newestAt = Math.max(...[...snapshots, ...arrived].map(({ createdAt }) => createdAt));
  const expired = new Set(findExpired(snapshots, newestAt));
  await removeSnapshots(layout, [...expired]);
  const imported = findExpired(arrived, newestAt);
  await removeSnapshots(layout, imported, IMPORTED);
  const deleted = expired.size + imported.length;
  await reclaimSpace(layout, deleted);
  pruned.snapshots += deleted;
  const newest = newestOfWorktrees(snapshots, now);
  let left = futureFirst(snapshots, now).filter(
    ({ id, name }) => name === null && !expired.has(id) && !newest.has(id),
  );
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round++) {
    if (measureStore(layout) <= limits.maxProjectBytes) break;
    const oldest = left.slice(0, Math.ceil(left.length * SHARE));
    await removeSnapshots(
      layout,
      oldest.map(({ id }) => id),
    );
    const outcome = await reclaimSpace(layout, oldest.length);
    left = left.slice(oldest.length);
    pruned.snapshots += oldest.length;
    // Deleting more would free nothing either.
    if (outcome === "damaged") break;
  }
  pruned.bytes += Math.max(0, before - measureStore(layout));
}

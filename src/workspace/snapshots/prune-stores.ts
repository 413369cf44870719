import { join } from "node:path";
import { namesIn } from "../../files/read-small-file.ts";
import { withExclusiveLock } from "../../files/with-exclusive-lock.ts";
import { newestOfWorktrees } from "../../kernel/newest-of-worktrees.ts";
import type { Snapshot } from "../../kernel/snapshot.ts";
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

/** Deletes snapshots in the stores of all projects and gives their space back. Returns how many were deleted. */
export async function pruneStores(
  options: SnapshotOptions,
  findExpired: (snapshots: readonly Snapshot[]) => readonly string[],
): Promise<number> {
  let deleted = 0;
  for (const name of namesIn(options.directory).filter((each) => each.endsWith(".git"))) {
    const project = readProjectFile(join(options.directory, name));
    if (!project) continue;
    const place = { projectRoot: project.root, worktree: project.root };
    const layout = layoutOf(options.directory, place, options.searchPath);
    deleted += await withExclusiveLock(layout.lock, WAIT_MS, () => pruneStore(layout, options, findExpired));
  }
  return deleted;
}

async function pruneStore(
  layout: StoreLayout,
  { limits }: SnapshotOptions,
  findExpired: (snapshots: readonly Snapshot[]) => readonly string[],
): Promise<number> {
  const snapshots = await listAllSnapshots(layout);
  const expired = new Set(findExpired(snapshots));
  await removeSnapshots(layout, [...expired]);
  const imported = findExpired(await listAllSnapshots(layout, IMPORTED));
  await removeSnapshots(layout, imported, IMPORTED);
  let deleted = expired.size + imported.length;
  await reclaimSpace(layout, deleted);
  const newest = newestOfWorktrees(snapshots);
  let left = snapshots.filter(({ id, name }) => name === null && !expired.has(id) && !newest.has(id));
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round++) {
    if (measureStore(layout) <= limits.maxProjectBytes) break;
    const oldest = left.slice(0, Math.ceil(left.length * SHARE));
    await removeSnapshots(
      layout,
      oldest.map(({ id }) => id),
    );
    await reclaimSpace(layout, oldest.length);
    left = left.slice(oldest.length);
    deleted += oldest.length;
  }
  return deleted;
}

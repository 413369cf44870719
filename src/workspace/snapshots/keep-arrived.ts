import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../files/read-small-file.ts";
import { withExclusiveLock } from "../../files/with-exclusive-lock.ts";
import type { ArrivingSnapshot, SnapshotPlace } from "../../kernel/ports/snapshots.ts";
import type { Snapshot } from "../../kernel/snapshot.ts";
import { copyObjects, findMissing, linkPacks, writeEmptyTree } from "./adopt-objects.ts";
import { findTrees } from "./commit-tree.ts";
import type { SnapshotOptions } from "./create-snapshots.ts";
import { listObjects } from "./list-objects.ts";
import { IMPORTED, listAllSnapshots, saveSnapshots } from "./snapshot-records.ts";
import { prepareStore, type StoreLayout } from "./store-layout.ts";

const WAIT_MS = 60_000;

interface KeepInput {
  /** The repository in which they arrived. */
  directory: string;
  options: SnapshotOptions;
  layout: StoreLayout;
  place: SnapshotPlace;
}

/**
 * Moves verified content into the store of the project, and then saves its snapshots there. Killed in between, it
 * leaves only objects that nothing refers to.
 */
export async function keepArrived(
  { directory, options, layout, place }: KeepInput,
  snapshots: readonly ArrivingSnapshot[],
  { machine, now }: { machine: string; now: number },
): Promise<number> {
  if (snapshots.length === 0) return 0;
  prepareStore(options.directory, layout, place);
  return await withExclusiveLock(layout.lock, WAIT_MS, async () => {
    const known = new Set(
      [...(await listAllSnapshots(layout)), ...(await listAllSnapshots(layout, IMPORTED))].map(
        ({ id }) => id,
      ),
    );
    const added = snapshots.filter(({ id }) => !known.has(id));
    if (added.length === 0) return 0;
    movePacks(directory, layout);
    const findTree = await findTrees(
      layout,
      added.map(({ gitHead }) => gitHead),
    );
    const empty = writeEmptyTree(layout);
    const kept: Snapshot[] = [];
    for (const { after, ...snapshot } of added) {
      const origin = {
        machine,
        createdAt: snapshot.createdAt,
        ...(after === undefined ? {} : { after }),
        base: findTree(snapshot.gitHead) ?? empty,
      };
      const { worktree } = place;
      kept.push({ ...snapshot, worktree, createdAt: now, previous: null, turns: [], index: null, origin });
    }
    await adopt(
      layout,
      kept.flatMap(({ tree, origin }) => [tree, origin?.base ?? empty]),
    );
    await saveSnapshots(layout, kept);
    return added.length;
  });
}

function movePacks(directory: string, layout: StoreLayout): void {
  linkPacks(layout);
  const from = packsOf(directory);
  const to = packsOf(layout.store);
  const names = namesIn(from);
  // git uses a pack once its index is there.
  for (const ending of [".pack", ".idx"])
    for (const name of names)
      if (name.endsWith(ending) && !existsSync(join(to, name))) renameSync(join(from, name), join(to, name));
}

function packsOf(repository: string): string {
  return join(repository, "objects", "pack");
}

/** The files of the commit must stay, whatever becomes of the clone. */
async function adopt(layout: StoreLayout, trees: readonly string[]): Promise<void> {
  const missing = await findMissing(layout, await listObjects(layout, trees));
  if (missing.length > 0) await copyObjects(layout, missing);
}

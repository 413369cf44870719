import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../files/read-small-file.ts";
import type { Snapshot } from "../../kernel/snapshot.ts";
import { looseIds } from "./loose-objects.ts";
import { isDamage, removeBrokenReferences, repairStore } from "./repair-store.ts";
import { runGit } from "./run-git.ts";
import { referenceOf } from "./snapshot-records.ts";
import type { StoreLayout } from "./store-layout.ts";
import { lacksOnlyUnfetched, repackPresent } from "./unfetched-objects.ts";

/** With files missing in some snapshot, git packs nothing, so only what is in no pack is deleted. */
type SpaceOutcome = "whole" | "damaged";

/** So many loose objects are packed even if nothing was deleted. */
const MAX_LOOSE = 2_000;

/**
 * Gives back the space of what no snapshot needs. A linked pack stays as long as the user's repository has it too;
 * afterwards, what snapshots need of it is copied and the rest is deleted.
 */
export async function reclaimSpace(layout: StoreLayout, deleted: number): Promise<SpaceOutcome> {
  const orphaned = releaseOrphanedPacks(layout.store);
  if (deleted === 0 && orphaned === 0 && looseIds(layout).length < MAX_LOOSE) return "whole";
  const own = { ...layout, objects: undefined };
  const repack = () => repackStore(layout);
  const outcome = await repack()
    .catch(async (error: unknown) => {
      if (!isDamage(error)) throw error;
      // A reference, or the private index, leads to something damaged.
      await repairStore(layout);
      await removeBrokenReferences(layout);
      return await repack();
    })
    .then(
      (): SpaceOutcome => "whole",
      (error: unknown): SpaceOutcome => {
        if (!isDamage(error)) throw error;
        return "damaged";
      },
    );
  await runGit(own, ["prune", "--expire=now"]);
  return outcome;
}

/** Packs what is needed, without what a partial clone of the user has never fetched. */
async function repackStore(layout: StoreLayout): Promise<void> {
  const own = { ...layout, objects: undefined };
  try {
    await runGit(own, ["repack", "-a", "-d", "-q"]);
  } catch (error) {
    if (!isDamage(error) || !(await lacksOnlyUnfetched(layout))) throw error;
    await repackPresent(own);
  }
}

/** Bytes that only this store holds. Linked packs of the user's repository do not count. */
export function measureStore({ store }: StoreLayout): number {
  const entries = readdirSync(join(store, "objects"), { recursive: true, encoding: "utf8" });
  let bytes = 0;
  for (const entry of entries) {
    const stat = lstatSync(join(store, "objects", entry), { throwIfNoEntry: false });
    if (stat?.isFile() && stat.nlink === 1) bytes += stat.size;
  }
  return bytes;
}

/** The bytes that only these snapshots need. */
export async function measureAlone(
  layout: StoreLayout,
  snapshots: readonly Pick<Snapshot, "id">[],
): Promise<number> {
  if (snapshots.length === 0) return 0;
  const own = { ...layout, objects: undefined };
  const wanted = new Set(snapshots.map(({ id }) => referenceOf(id)));
  const all = (await runGit(own, ["for-each-ref", "--format=%(refname)"])).toString().trim().split("\n");
  const input = all.map((name) => (wanted.has(name) ? `${name}\n` : `^${name}\n`)).join("");
  const args = ["rev-list", "--objects", "--disk-usage", "--missing=allow-any", "--stdin"];
  return Number(await runGit(own, args, { input }));
}

/** Packs that the user's repository no longer has. Without its mark, git may replace such a pack. */
function releaseOrphanedPacks(store: string): number {
  const directory = join(store, "objects", "pack");
  let released = 0;
  for (const name of namesIn(directory)) {
    if (!name.endsWith(".keep")) continue;
    const pack = lstatSync(join(directory, name.replace(/keep$/, "pack")), { throwIfNoEntry: false });
    if (pack && pack.nlink > 1) continue;
    rmSync(join(directory, name), { force: true });
    released++;
  }
  return released;
}

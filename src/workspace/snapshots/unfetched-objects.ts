import { rmSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../files/read-small-file.ts";
import { listMissing } from "./list-missing.ts";
import { isDamage } from "./repair-store.ts";
import { runGit } from "./run-git.ts";
import { IMPORTED, listAllSnapshots } from "./snapshot-records.ts";
import type { StoreLayout } from "./store-layout.ts";

/**
 * Whether everything that our store lacks is what only an index or a commit of the user names, and what the user's repository
 * does not have either: a partial clone fetches files when they are needed. What a captured file needs is never that.
 */
export async function lacksOnlyUnfetched(layout: StoreLayout): Promise<boolean> {
  const own = { ...layout, objects: undefined };
  try {
    const missing = await listLacking(own, ["--all", "--indexed-objects"]);
    if (missing.length === 0 || (await listMissing(layout, missing)).length < missing.length) return false;
    const snapshots = [...(await listAllSnapshots(layout)), ...(await listAllSnapshots(layout, IMPORTED))];
    const files = snapshots.flatMap(({ tree, permissions }) => [tree, permissions ?? []].flat());
    return (await listLacking(own, ["--stdin"], `${files.join("\n")}\n`)).length === 0;
  } catch (error) {
    // A directory or a snapshot is damaged.
    if (isDamage(error)) return false;
    throw error;
  }
}

async function listLacking(place: StoreLayout, which: readonly string[], input = ""): Promise<string[]> {
  const args = ["rev-list", "--objects", "--quiet", "--missing=print", ...which];
  const output = (await runGit(place, args, { input })).toString();
  return output.split("\n").flatMap((line) => (line.startsWith("?") ? [line.slice(1)] : []));
}

/** Does what `git repack -a -d` does, which fails if anything is missing. */
export async function repackPresent(place: StoreLayout): Promise<void> {
  const directory = join(place.store, "objects", "pack");
  const old = namesIn(directory);
  const which = "--all --reflog --indexed-objects --keep-true-parents --honor-pack-keep --missing=allow-any";
  const args = ["pack-objects", ...which.split(" "), "--delta-base-offset", "--non-empty", "--quiet"];
  const printed = await runGit(place, [...args, join(directory, "pack")]);
  const made = new Set(printed.toString().split("\n"));
  for (const name of old.filter((each) => each.endsWith(".pack"))) {
    const stem = name.slice(0, -".pack".length);
    if (made.has(stem.slice("pack-".length)) || old.includes(`${stem}.keep`)) continue;
    // Without its index, a pack is not used.
    for (const ending of ["idx", "rev", "bitmap", "pack"])
      rmSync(join(directory, `${stem}.${ending}`), { force: true });
  }
}

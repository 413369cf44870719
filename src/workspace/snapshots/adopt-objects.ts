import { linkSync } from "node:fs";
import { basename, join } from "node:path";
import { writeOwnFile } from "../../files/own-file.ts";
import { namesIn, readSmallFile } from "../../files/read-small-file.ts";
import { listMissing } from "./list-missing.ts";
import { readTreeChanges } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const PACK = /^pack-[0-9a-f]{40,64}\.pack$/;

/**
 * Makes everything that the trees need part of our store, so that nothing that the user's git does later can take it
 * away. Packs of the user's repository become hard links, which take no space; loose objects are copied.
 */
export async function adoptObjects(layout: StoreLayout, trees: readonly string[]): Promise<void> {
  const known = join(layout.directory, "adopted");
  const before = (readSmallFile(known) ?? "").trim().split("\n").filter(Boolean);
  const added = trees.filter((tree) => !before.includes(tree));
  if (added.length === 0) return;
  const wanted: string[] = [];
  const base = await findBase(layout, before[0]);
  for (const tree of added) wanted.push(tree, ...(await listAdded(layout, tree, base)));
  const missing = await findMissing(layout, wanted);
  if (missing.length > 0) await copyObjects(layout, missing);
  // The private index refers to these objects, whichever snapshots are deleted.
  const name = basename(layout.directory);
  const input = trees.map((tree, number) => `update refs/base/${name}/${number} ${tree}\n`).join("");
  await runGit(layout, ["update-ref", "--stdin"], { input });
  writeOwnFile(known, trees.join("\n"));
}

/** Links the packs that the user's repository has now. Reads one directory if there is nothing new. */
export function linkPacks({ repository, store }: StoreLayout): void {
  if (!repository) return;
  const from = join(repository.commonDir, "objects", "pack");
  const to = join(store, "objects", "pack");
  const own = new Set(namesIn(to));
  for (const pack of namesIn(from)) {
    if (!PACK.test(pack) || own.has(pack)) continue;
    const index = pack.replace(/pack$/, "idx");
    try {
      // Without its index, a pack is not used. The mark keeps git from repacking what is not ours.
      writeOwnFile(join(to, pack.replace(/pack$/, "keep")), "linked\n");
      linkSync(join(from, pack), join(to, pack));
      if (!own.has(index)) linkSync(join(from, index), join(to, index));
    } catch {
      // Another file system, or a repository of another user: its objects are copied instead.
    }
  }
}

/** The objects of a tree, except those that it shares with the base. */
async function listAdded(layout: StoreLayout, tree: string, base: string): Promise<string[]> {
  const output = await runGit(layout, ["diff-tree", "-r", "-t", "-z", "--raw", base, tree]);
  // Submodules are commits of other repositories.
  return readTreeChanges(output).flatMap(({ after }) =>
    after && after.mode !== "160000" ? [after.blob] : [],
  );
}

/** The tree that was adopted last, which is whole; otherwise the empty tree. */
async function findBase(layout: StoreLayout, last: string | undefined): Promise<string> {
  if (last !== undefined && (await findMissing(layout, [last])).length === 0) return last;
  return (await runGit(layout, ["hash-object", "-t", "tree", "-w", "--stdin"])).toString().trim();
}

/** Which objects our store does not have itself. */
export async function findMissing(layout: StoreLayout, ids: readonly string[]): Promise<string[]> {
  return await listMissing({ ...layout, objects: undefined }, ids);
}

/** A partial clone may lack objects of its index; what the files need was written by us. */
export async function copyObjects(layout: StoreLayout, ids: readonly string[]): Promise<void> {
  const base = join(layout.store, "objects", "pack", "pack");
  await runGit(layout, ["pack-objects", "--quiet", "--window=0", "--missing=allow-any", base], {
    input: `${ids.join("\n")}\n`,
  });
}

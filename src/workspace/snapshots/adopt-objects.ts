import { linkSync } from "node:fs";
import { basename, join } from "node:path";
import { writeOwnFile } from "../../files/own-file.ts";
import { namesIn } from "../../files/read-small-file.ts";
import type { DiffTrees } from "./compare-trees.ts";
import { listMissing } from "./list-missing.ts";
import { hasLooseObject, readReference, writeObject, writeReference } from "./loose-objects.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const PACK = /^pack-[0-9a-f]{40,64}\.pack$/;

/**
 * Makes everything that the trees need part of our store, so that nothing that the user's git does later can take it
 * away. Packs of the user's repository become hard links, which take no space; loose objects are copied. What a partial clone
 * has not fetched is nowhere: the user's index may name it, the files cannot.
 */
export async function adoptObjects(
  layout: StoreLayout,
  { files, user }: { files: string; user: string | null },
  diff: DiffTrees,
): Promise<void> {
  // The private index refers to these objects, whichever snapshots are deleted.
  const names = ["0", "1"].map((name) => `refs/base/${basename(layout.directory)}/${name}`);
  const [base, userBase] = names.map((name) => readReference(layout, name));
  const list = async (tree: string | null, known: string | undefined) =>
    tree === null || tree === base || tree === userBase
      ? []
      : [tree, ...(await listAdded(layout, { tree, base: known, diff }))];
  const needed = new Set(await list(files, base));
  const named = await list(user, userBase ?? base);
  const missing = await findMissing(layout, [...needed, ...named]);
  const absent = new Set(
    await listMissing(
      layout,
      missing.filter((id) => !needed.has(id)),
    ),
  );
  const present = missing.filter((id) => !absent.has(id));
  if (present.length > 0) await copyObjects(layout, present);
  for (const [number, tree] of [files, user].entries())
    if (tree !== null) writeReference(layout, names[number] ?? "", tree);
}

/** Links the packs that the user's repository has now. Reads one directory if there is nothing new. */
export function linkPacks({ repository, objects, store }: StoreLayout): void {
  if (!repository || objects === undefined) return;
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

interface AdditionInput {
  tree: string;
  /** The tree that was adopted last. */
  base: string | undefined;
  diff: DiffTrees;
}

/** The objects of a tree, except those that it shares with the base. Submodules are commits of other repositories. */
async function listAdded(layout: StoreLayout, { tree, base, diff }: AdditionInput): Promise<string[]> {
  const all = () => diff(writeEmptyTree(layout), tree);
  // A base that is damaged is none.
  const changes = await (base === undefined ? all() : diff(base, tree).catch(all));
  return changes.flatMap(({ after }) => (after && after.mode !== "160000" ? [after.blob] : []));
}

export function writeEmptyTree(layout: StoreLayout): string {
  return writeObject(layout, "tree", Buffer.alloc(0));
}

/** Looking for more files than this takes longer than to ask git. */
const MAX_LOOKED_AT = 1_000;

/** Which objects our store does not have itself. git is asked for those that may be in a pack. */
export async function findMissing(layout: StoreLayout, ids: readonly string[]): Promise<string[]> {
  const others = ids.length > MAX_LOOKED_AT ? ids : ids.filter((id) => !hasLooseObject(layout, id));
  return await listMissing({ ...layout, objects: undefined }, others);
}

/** Copies objects of the user's repository. All of them have to be there. */
export async function copyObjects(layout: StoreLayout, ids: readonly string[]): Promise<void> {
  const base = join(layout.store, "objects", "pack", "pack");
  await runGit(layout, ["pack-objects", "--quiet", "--window=0", base], {
    input: `${ids.join("\n")}\n`,
  });
}

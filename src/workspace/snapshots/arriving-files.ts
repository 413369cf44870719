import { existsSync, renameSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { writeOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import type { ArrivingFiles, ArrivingSnapshot, SnapshotPlace } from "../../kernel/ports/snapshots.ts";
import { createTreeLookup, type FindTree } from "./commit-tree.ts";
import type { SnapshotOptions } from "./create-snapshots.ts";
import { explainFullDisk, isFull } from "./disk-full.ts";
import { inWaves } from "./in-waves.ts";
import { keepArrived } from "./keep-arrived.ts";
import { listTree, unsafe } from "./list-tree.ts";
import { runGit } from "./run-git.ts";
import { isSafePath } from "./safe-path.ts";
import { asListEntry, CONFIG, layoutOf, type StoreLayout } from "./store-layout.ts";
import { createTransferDirectory } from "./transfer-directory.ts";

/** Receives snapshots in a bare repository of their own, which is deleted whether they are kept or not. */
export function receiveFiles(options: SnapshotOptions): ArrivingFiles {
  let directory: string | undefined;
  let file: FileHandle | undefined;
  const layoutAt = (place: SnapshotPlace) => layoutOf(options.directory, place, options.searchPath);
  const full = <T>(work: () => Promise<T>) => explainFullDisk(options.directory, work);
  return {
    add: (bytes) =>
      full(async () => {
        directory ??= createTransferDirectory(options.directory);
        file ??= await openPack(directory);
        await file.writeFile(bytes);
      }),
    verify: (place, snapshots) =>
      full(async () => {
        if (directory === undefined) throw unsafe("their content is missing");
        await file?.close();
        file = undefined;
        const apart = layoutApart(directory, layoutAt(place));
        await indexPack(apart);
        return await sort(apart, snapshots);
      }),
    keep: (place, snapshots, origin) =>
      full(async () =>
        directory === undefined
          ? 0
          : await keepArrived({ directory, options, layout: layoutAt(place), place }, snapshots, origin),
      ),
    async discard() {
      await file?.close();
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
      directory = undefined;
    },
  };
}

async function openPack(directory: string): Promise<FileHandle> {
  for (const each of ["refs", "objects", "objects/pack"]) ensurePrivateDirectory(join(directory, each));
  return await open(join(directory, "objects", "pack", "pack-arriving.pack"), "wx", 0o600);
}

/** Sees what arrived, and what the clone and its store have. */
function layoutApart(directory: string, layout: StoreLayout): StoreLayout {
  const own = join(layout.store, "objects");
  const objects = [layout.objects, existsSync(own) ? asListEntry(own) : undefined].filter(Boolean).join(":");
  const { objects: _objects, ...rest } = layout;
  const apart = { ...rest, store: directory, index: join(directory, "index"), excludesFile: undefined };
  return objects === "" ? apart : { ...apart, objects };
}

/** git refuses what is damaged, and trees that no git would have written. */
async function indexPack(apart: StoreLayout): Promise<void> {
  writeOwnFile(join(apart.store, "config"), CONFIG[apart.hash]);
  writeOwnFile(join(apart.store, "HEAD"), "ref: refs/heads/none\n");
  const pack = join(apart.store, "objects", "pack", "pack-arriving");
  try {
    const name = (await runGit(apart, ["index-pack", "--fsck-objects", `${pack}.pack`])).toString().trim();
    if (!/^[0-9a-f]{40,64}$/.test(name)) throw unsafe("git cannot read them");
    for (const kind of ["pack", "idx"])
      renameSync(`${pack}.${kind}`, join(apart.store, "objects", "pack", `pack-${name}.${kind}`));
  } catch (error) {
    throw isFull(error) ? error : unsafe("git cannot read them");
  }
}

async function sort(apart: StoreLayout, snapshots: readonly ArrivingSnapshot[]) {
  const findTree = createTreeLookup(apart);
  for (const { directories } of snapshots)
    if (!directories.every(isSafePath)) throw unsafe("a directory leads out of the worktree");
  const isWhole = await inWaves(snapshots, (each) => isComplete(apart, each, findTree));
  return {
    complete: snapshots.filter((_, index) => isWhole[index]),
    missing: snapshots.filter((_, index) => !isWhole[index]),
  };
}

async function isComplete(
  apart: StoreLayout,
  { tree, permissions, gitHead }: ArrivingSnapshot,
  findTree: FindTree,
): Promise<boolean> {
  // Without its commit nobody could tell later what of it was changed here.
  const hasBase = gitHead === null || (await findTree(gitHead)) !== undefined;
  const ids = hasBase ? await listTree(apart, tree) : undefined;
  if (!ids) return false;
  const input = `${[...new Set([...ids, ...(permissions === null ? [] : [permissions])])].join("\n")}\n`;
  const output = await runGit(apart, ["cat-file", "--batch-check=%(objectname)", "--buffer"], { input });
  return !/ missing$/m.test(output.toString());
}

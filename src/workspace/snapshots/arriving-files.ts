import { existsSync, renameSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { writeOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import type { ArrivingFiles, ArrivingSnapshot, SnapshotPlace } from "../../kernel/ports/snapshots.ts";
import { findTrees } from "./commit-tree.ts";
import type { SnapshotOptions } from "./create-snapshots.ts";
import { explainFullDisk, isFull } from "./disk-full.ts";
import { findWholeTrees } from "./find-whole-trees.ts";
import { keepArrived } from "./keep-arrived.ts";
import { listMissing } from "./list-missing.ts";
import { runGit } from "./run-git.ts";
import { isSafePath } from "./safe-path.ts";
import { asListEntry, CONFIG, HEAD, layoutOf, type StoreLayout } from "./store-layout.ts";
import { createTransferDirectory } from "./transfer-directory.ts";
import { unsafe } from "./unsafe-files.ts";

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
  writeOwnFile(join(apart.store, "HEAD"), HEAD);
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
  for (const { directories } of snapshots)
    if (!directories.every(isSafePath)) throw unsafe("a directory leads out of the worktree");
  const isComplete = await completeness(apart, snapshots);
  return {
    complete: snapshots.filter(isComplete),
    missing: snapshots.filter((snapshot) => !isComplete(snapshot)),
  };
}

/** Asks git about all of them together: most of their files are the same. */
async function completeness(apart: StoreLayout, snapshots: readonly ArrivingSnapshot[]) {
  const findTree = await findTrees(
    apart,
    snapshots.map(({ gitHead }) => gitHead),
  );
  // Without its commit nobody could tell later what of it was changed here.
  const based = snapshots.filter(({ gitHead }) => gitHead === null || findTree(gitHead) !== undefined);
  const whole = await findWholeTrees(
    apart,
    based.map(({ tree }) => tree),
  );
  const lists = based.flatMap(({ permissions }) => (permissions === null ? [] : [permissions]));
  const missing = new Set(await listMissing(apart, lists));
  const complete = new Set(
    based.filter(
      ({ tree, permissions }) => whole.has(tree) && (permissions === null || !missing.has(permissions)),
    ),
  );
  return (snapshot: ArrivingSnapshot) => complete.has(snapshot);
}

import { closeSync, createReadStream, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PackedFiles, SnapshotPlace } from "../../kernel/ports/snapshots.ts";
import { findTrees } from "./commit-tree.ts";
import type { SnapshotOptions } from "./create-snapshots.ts";
import { explainFullDisk } from "./disk-full.ts";
import { listObjects } from "./list-objects.ts";
import { runGit } from "./run-git.ts";
import { layoutOf, type StoreLayout } from "./store-layout.ts";
import { createTransferDirectory } from "./transfer-directory.ts";

const CHUNK = 512 * 1024;

/**
 * The content of snapshots as a pack of git. It lacks what the commit has from which the work went on, since another
 * clone has that too. The pack is a file for a while, so its size does not matter.
 */
export async function* packFiles(
  options: SnapshotOptions,
  place: SnapshotPlace,
  files: readonly PackedFiles[],
): AsyncGenerator<Uint8Array> {
  const layout = layoutOf(options.directory, place, options.searchPath);
  const directory = createTransferDirectory(options.directory);
  try {
    const path = join(directory, "pack");
    await explainFullDisk(options.directory, () => writePack(layout, files, path));
    yield* createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function writePack(layout: StoreLayout, files: readonly PackedFiles[], path: string): Promise<void> {
  const ids = new Set<string>();
  const groups = byCommit(files);
  const findTree = await findTrees(layout, groups.keys());
  for (const [commit, roots] of groups)
    for (const id of await listObjects(layout, roots, findTree(commit))) ids.add(id);
  const descriptor = openSync(path, "wx", 0o600);
  try {
    await runGit(layout, ["pack-objects", "--stdout", "-q"], {
      input: [...ids, ""].join("\n"),
      output: descriptor,
    });
  } finally {
    closeSync(descriptor);
  }
}

/** Each commit for itself: a clone may have one of them, and not another. */
function byCommit(files: readonly PackedFiles[]): Map<string | null, string[]> {
  const groups = new Map<string | null, string[]>();
  for (const { tree, permissions, gitHead } of files) {
    const roots = groups.get(gitHead) ?? [];
    groups.set(gitHead, roots);
    roots.push(tree, ...(permissions === null ? [] : [permissions]));
  }
  return groups;
}

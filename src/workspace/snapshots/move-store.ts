import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { withExclusiveLock } from "../../files/with-exclusive-lock.ts";
import { type DirectoryMove, mapPath } from "../../kernel/directory-move.ts";
import type { SnapshotOptions } from "./create-snapshots.ts";
import { readProjectFile, writeProjectFile } from "./project-file.ts";
import { listAllSnapshots } from "./snapshot-records.ts";
import { directoryOf, layoutOf, ownStore } from "./store-layout.ts";

/** A capture that is running in the old directory fails soon. */
const WAIT_MS = 1_000;

/**
 * Gives the store of a project the name for its new directory. Snapshots are never rewritten: the move is noted, and a
 * snapshot is read with the worktree as it is called now. Can be repeated after a crash at any point.
 */
export async function moveStore(options: SnapshotOptions, move: DirectoryMove): Promise<void> {
  const { from, to } = move;
  const store = ownStore(options.directory, from);
  const target = ownStore(options.directory, to);
  const layout = layoutOf(
    options.directory,
    { projectRoot: from, worktree: from },
    options.searchPath,
    store,
  );
  if (!existsSync(join(store, "HEAD")) || existsSync(target)) return;
  await withExclusiveLock(layout.lock, WAIT_MS, async () => {
    const worktrees = new Set((await listAllSnapshots(layout)).map(({ worktree }) => worktree)).add(from);
    for (const worktree of worktrees) {
      const [old, renamed] = [worktree, mapPath(worktree, move)].map((each) => directoryOf(store, each));
      if (old !== undefined && renamed !== undefined && existsSync(old) && !existsSync(renamed))
        renameSync(old, renamed);
    }
    const moves = readProjectFile(store)?.moves ?? [];
    writeProjectFile(store, { root: to, moves: [...moves, move] });
    renameSync(store, target);
  });
}

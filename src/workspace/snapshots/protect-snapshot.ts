import { basename } from "node:path";
import { runGit } from "./run-git.ts";
import { refOfSnapshot } from "./snapshot-records.ts";
import type { StoreLayout } from "./store-layout.ts";

/**
 * Makes a second reference to one snapshot of the worktree, which replaces the one from the last time. The files in it
 * stay, whatever limits delete the snapshot. Without an id, or if that snapshot is gone, nothing is protected.
 */
export async function protectSnapshot(layout: StoreLayout, id: string | null): Promise<void> {
  const own = `refs/undo/${basename(layout.directory)}`;
  const format = "--format=%(objectname)";
  const known = (await runGit(layout, ["for-each-ref", format, own])).toString().trim();
  const wanted =
    id === null ? "" : (await runGit(layout, ["for-each-ref", format, refOfSnapshot(id)])).toString().trim();
  if (wanted === known) return;
  await runGit(layout, wanted === "" ? ["update-ref", "-d", own] : ["update-ref", own, wanted]);
}

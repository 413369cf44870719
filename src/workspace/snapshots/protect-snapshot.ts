import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { writeReference } from "./loose-objects.ts";
import { runGit } from "./run-git.ts";
import { refOfSnapshot } from "./snapshot-records.ts";
import type { StoreLayout } from "./store-layout.ts";

/**
 * Makes a second reference to one snapshot of the worktree, which replaces the one from the last time. The files in it
 * stay, whatever limits delete the snapshot. Without an id, or if that snapshot is gone, nothing is protected.
 */
export async function protectSnapshot(layout: StoreLayout, id: string | null): Promise<void> {
  const own = `refs/undo/${basename(layout.directory)}`;
  const wanted = id === null ? own : refOfSnapshot(id);
  const listed = await runGit(layout, ["for-each-ref", "--format=%(refname) %(objectname)", own, wanted]);
  const commits = new Map(
    listed
      .toString()
      .split("\n")
      .map((line) => pair(line)),
  );
  const [before, after] = [commits.get(own), id === null ? undefined : commits.get(wanted)];
  if (before === after) return;
  if (after === undefined) rmSync(join(layout.store, own), { force: true });
  else writeReference(layout, own, after, { durable: true });
}

function pair(line: string): [string, string] {
  const [name = "", commit = ""] = line.split(" ");
  return [name, commit];
}

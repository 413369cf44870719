import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** A tree with other files at some paths: null for none. */
export async function changeTree(
  layout: StoreLayout,
  tree: string,
  files: readonly { path: RawPath; after: TreeFile | null }[],
): Promise<string> {
  const index = join(layout.directory, "other-index");
  // Captured trees are whole in our own store, and so must be what is made of them.
  const place = { ...layout, index, objects: undefined };
  const none = "0".repeat(tree.length);
  // A file may take the place of a directory, and the other way round.
  const deletionsFirst = files.toSorted((a, b) => Number(a.after !== null) - Number(b.after !== null));
  const lines = deletionsFirst.map(({ path, after }) =>
    after === null ? `0 ${none}\t${path}\0` : `${after.mode} ${after.blob}\t${path}\0`,
  );
  try {
    await runGit(place, ["read-tree", tree]);
    const input = Buffer.from(lines.join(""), "latin1");
    await runGit(place, ["update-index", "--replace", "-z", "--index-info"], { input });
    return (await runGit(place, ["write-tree"])).toString().trim();
  } finally {
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
}

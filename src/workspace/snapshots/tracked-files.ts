import type { RawPath } from "../../kernel/snapshot.ts";
import { readLastCapture } from "./last-capture.ts";
import { identifyIndex } from "./read-index.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";
import { tryIndex } from "./try-index.ts";

/** Files of the user's index: those that git lists. If it cannot read the index, those that it had at the last capture. */
export async function listTracked(
  layout: StoreLayout,
  list: (place: StoreLayout) => Promise<RawPath[]>,
): Promise<RawPath[]> {
  const { userIndex: path } = layout;
  if (path === undefined || identifyIndex(path) === undefined) return [];
  const { found } = await tryIndex(layout, path, list);
  if (found) return found;
  const tree = readLastCapture(layout)?.userTree ?? null;
  if (tree === null) return [];
  return splitAtNul(await runGit(layout, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", tree]));
}

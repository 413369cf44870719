import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The tree of a commit of the user's repository. Undefined if it does not have that commit. */
async function treeOfCommit(layout: StoreLayout, commit: string | null): Promise<string | undefined> {
  if (commit === null || !OBJECT_ID.test(commit)) return undefined;
  const args = ["rev-parse", "--verify", "--quiet", `${commit}^{tree}`];
  const tree = (await runGit(layout, args, { accept: [1, 128] })).toString().trim();
  return OBJECT_ID.test(tree) ? tree : undefined;
}

export type FindTree = (commit: string | null) => Promise<string | undefined>;

/** Many snapshots have the same commit. */
export function createTreeLookup(layout: StoreLayout): FindTree {
  const found = new Map<string | null, Promise<string | undefined>>();
  return (commit) => {
    const tree = found.get(commit) ?? treeOfCommit(layout, commit);
    found.set(commit, tree);
    return tree;
  };
}

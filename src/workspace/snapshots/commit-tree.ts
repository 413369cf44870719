import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The tree of a commit of the user's repository. Undefined if it does not have that commit. */
export async function treeOfCommit(layout: StoreLayout, commit: string | null): Promise<string | undefined> {
  if (commit === null || !OBJECT_ID.test(commit)) return undefined;
  const args = ["rev-parse", "--verify", "--quiet", `${commit}^{tree}`];
  const tree = (await runGit(layout, args, { accept: [1, 128] })).toString().trim();
  return OBJECT_ID.test(tree) ? tree : undefined;
}

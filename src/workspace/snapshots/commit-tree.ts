import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The tree of a commit of the user's repository. Undefined if it does not have that commit. */
export type FindTree = (commit: string | null) => string | undefined;

/** Looks for the trees of all these commits in one call. */
export async function findTrees(layout: StoreLayout, commits: Iterable<string | null>): Promise<FindTree> {
  const wanted = [...new Set(commits)].flatMap((id) => (id !== null && OBJECT_ID.test(id) ? [id] : []));
  if (wanted.length === 0) return () => undefined;
  const input = wanted.map((id) => `${id}^{tree}\n`).join("");
  const args = ["cat-file", "--batch-check=%(objectname)", "--buffer"];
  const lines = (await runGit(layout, args, { input })).toString().split("\n");
  const trees = new Map(wanted.map((commit, number) => [commit, lines[number] ?? ""]));
  return (commit) => {
    const tree = trees.get(commit ?? "") ?? "";
    return OBJECT_ID.test(tree) ? tree : undefined;
  };
}

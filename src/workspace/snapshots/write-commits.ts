import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** A commit without parents, and the reference that is made to it. */
export interface NewCommit {
  ref: string;
  tree: string;
  message: string;
  createdAt: number;
}

/** Writes commits and their references: one with the programs that start fastest, several in one call. */
export async function writeCommits(layout: StoreLayout, commits: readonly NewCommit[]): Promise<void> {
  const [first, ...others] = commits;
  if (!first) return;
  if (others.length > 0) {
    await runGit(layout, ["fast-import", "--quiet"], { input: commits.map(commandOf).join("") });
    return;
  }
  const args = ["commit-tree", first.tree];
  const commit = (await runGit(layout, args, { input: first.message })).toString().trim();
  await runGit(layout, ["update-ref", "--stdin"], { input: `update ${first.ref} ${commit}\n` });
}

/** In the language of `git fast-import`. The empty path is the whole tree. */
function commandOf({ ref, tree, message, createdAt }: NewCommit): string {
  const seconds = Math.max(0, Math.floor(createdAt / 1_000));
  return [
    `commit ${ref}`,
    `committer Holdfast <holdfast@localhost> ${seconds} +0000`,
    `data ${Buffer.byteLength(message)}`,
    message,
    `M 040000 ${tree} ""`,
    "",
  ].join("\n");
}

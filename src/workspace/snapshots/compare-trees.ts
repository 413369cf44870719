import type { FileChange, LineCount } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { readLineCounts, readTreeChanges, splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** What changed from each tree to the next. Equal neighbors cost nothing. */
export async function compareTrees(layout: StoreLayout, trees: readonly string[]): Promise<FileChange[][]> {
  const changes: FileChange[][] = [];
  for (const [index, tree] of trees.slice(1).entries()) {
    const before = trees[index] ?? tree;
    changes.push(before === tree ? [] : await compareTwo(layout, before, tree));
  }
  return changes;
}

async function compareTwo(layout: StoreLayout, from: string, to: string): Promise<FileChange[]> {
  return readTreeChanges(await runGit(layout, ["diff-tree", "-r", "-z", "--raw", "--no-renames", from, to]));
}

export async function countLines(
  layout: StoreLayout,
  from: string,
  to: string,
): Promise<Map<RawPath, LineCount>> {
  const output = await runGit(layout, [...diffArguments("--numstat"), "-z", from, to]);
  return readLineCounts(splitAtNul(output));
}

export async function patchOf(
  layout: StoreLayout,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<string> {
  const output = await runGit(layout, [...diffArguments("--patch"), from, to], { limit: limit * 4 });
  return output.toString().slice(0, limit);
}

function diffArguments(format: string): string[] {
  return ["diff-tree", "-r", "--no-renames", "--no-ext-diff", "--no-textconv", format];
}

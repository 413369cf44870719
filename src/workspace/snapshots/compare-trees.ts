import type { FileChange, LineCount } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { readLineCounts, readTreeChanges, splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const TREE = "040000";

/** What differs between two trees, with the trees in them. */
export type DiffTrees = (from: string, to: string) => Promise<FileChange[]>;

export interface TreeDiffs {
  diff: DiffTrees;
  /** Answers a question before it is asked, with the files alone. */
  note(from: string, to: string, changes: FileChange[]): void;
}

/** Trees never change, so the same question is asked once, and none about equal trees. */
export function createDiff(layout: StoreLayout): TreeDiffs {
  const known = new Map<string, Promise<FileChange[]>>();
  return {
    diff(from, to) {
      const pair = `${from} ${to}`;
      const found = known.get(pair) ?? (from === to ? Promise.resolve([]) : diffTrees(layout, from, to));
      known.set(pair, found);
      // A tree that is damaged may be stored again.
      found.catch(() => known.delete(pair));
      return found;
    },
    note: (from, to, changes) => known.set(`${from} ${to}`, Promise.resolve(changes)),
  };
}

async function diffTrees(layout: StoreLayout, from: string, to: string): Promise<FileChange[]> {
  return readTreeChanges(
    await runGit(layout, ["diff-tree", "-r", "-t", "-z", "--raw", "--no-renames", from, to]),
  );
}

/** What changed from each tree to the next. */
export async function compareTrees(diff: DiffTrees, trees: readonly string[]): Promise<FileChange[][]> {
  const changes: FileChange[][] = [];
  for (const [index, tree] of trees.slice(1).entries()) {
    const before = trees[index] ?? tree;
    changes.push(filesOf(await diff(before, tree)));
  }
  return changes;
}

/** Without the trees. Where a file took the place of a directory, both have the same path. */
export function filesOf(changes: readonly FileChange[]): FileChange[] {
  return changes.filter(({ before, after }) => (before ?? after)?.mode !== TREE);
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

import type { TreeDifference } from "../../kernel/ports/snapshots.ts";
import { readLineCounts, readRawParts, splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** git prints the names of the two trees before what differs in them. */
const HEADER = /^(?:[0-9a-f]{40,64}) (?:[0-9a-f]{40,64})\n/;

const ARGUMENTS = [
  "--stdin",
  "-r",
  "-z",
  "--raw",
  "--numstat",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
];

/** Compares many pairs of trees in one process, which takes as long to start as several of them to compare. */
export async function comparePairs(
  layout: StoreLayout,
  pairs: readonly { from: string; to: string }[],
): Promise<TreeDifference[]> {
  if (pairs.length === 0) return [];
  const input = pairs.map(({ from, to }) => `${from} ${to}\n`).join("");
  const output = await runGit(layout, ["diff-tree", ...ARGUMENTS], { input });
  return splitAtPairs(splitAtNul(output)).map(({ raw, counts }) => ({
    changes: readRawParts(raw),
    lines: readLineCounts(counts),
  }));
}

interface Parts {
  raw: string[];
  counts: string[];
}

/** The header has no NUL behind it, so it is the beginning of the part that follows. A path never is: it follows `:`. */
function splitAtPairs(parts: readonly string[]): Parts[] {
  const pairs: Parts[] = [];
  for (let i = 0; i < parts.length; i++) {
    let part = parts[i] ?? "";
    for (let header = HEADER.exec(part); header; header = HEADER.exec(part)) {
      pairs.push({ raw: [], counts: [] });
      part = part.slice(header[0].length);
    }
    const pair = pairs.at(-1);
    if (part.startsWith(":")) pair?.raw.push(part, parts[++i] ?? "");
    else if (part !== "") pair?.counts.push(part);
  }
  return pairs;
}

import { readFileSync } from "node:fs";
import { HoldfastError } from "../../kernel/errors.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/** What an index has in which entries stand for whole directories. It is empty. */
const SPARSE_EXTENSION = Buffer.from("sdir\0\0\0\0");

/** Entries of an index that git treats in an unusual way. */
export interface IndexFlags {
  skipWorktree: RawPath[];
  assumeUnchanged: RawPath[];
}

/** The flags of those of the paths that an index has. Replacing an entry loses them. */
export async function readFlags(place: GitPlace, paths: readonly RawPath[]): Promise<IndexFlags> {
  if (paths.length === 0) return { skipWorktree: [], assumeUnchanged: [] };
  const wanted = new Set(paths);
  const entries = splitAtNul(await runGit(place, ["ls-files", "-z", "-v", "--cached"]))
    .map((line) => ({ tag: line.charAt(0), path: line.slice(2) }))
    .filter(({ path }) => wanted.has(path));
  const withTag = (pattern: RegExp) => entries.filter(({ tag }) => pattern.test(tag)).map(({ path }) => path);
  return { skipWorktree: withTag(/s/i), assumeUnchanged: withTag(/[a-z]/) };
}

export async function setFlags(place: GitPlace, flags: IndexFlags): Promise<void> {
  for (const [option, paths] of [
    ["--skip-worktree", flags.skipWorktree],
    ["--assume-unchanged", flags.assumeUnchanged],
  ] as const) {
    if (paths.length === 0) continue;
    const input = Buffer.from(`${paths.join("\0")}\0`, "latin1");
    await runGit(place, ["update-index", option, "-z", "--stdin"], { input });
  }
}

/**
 * Throws for a sparse index with entries that `git add --intent-to-add` made. Git 2.39 crashes on what it makes of such an
 * index after it was written in full.
 * @param tree what the index contains, without such entries
 */
export async function refuseSparseIntents(place: GitPlace, tree: string): Promise<void> {
  if (!readFileSync(place.index).includes(SPARSE_EXTENSION)) return;
  const entries = splitAtNul(await runGit(place, ["ls-files", "-z", "--cached"]));
  const files = splitAtNul(await runGit(place, ["ls-tree", "-r", "-z", "--name-only", tree]));
  if (entries.length === files.length) return;
  throw new HoldfastError(
    "snapshot_failed",
    "it is a sparse index with files of `git add --intent-to-add`, so it stays as it is",
  );
}

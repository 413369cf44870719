import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { namesIn } from "../../files/read-small-file.ts";
import type { RawPath, UncoveredPath } from "../../kernel/snapshot.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { writeEmptyTree } from "./adopt-objects.ts";
import type { LastCapture } from "./last-capture.ts";
import { type IndexSummary, identifyIndex, readIndex } from "./read-index.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";
import { tryIndex } from "./try-index.ts";

/** What a snapshot needs to know about the user's index, which is only ever copied. */
export interface UserIndex {
  /** Null without a repository, if it has conflicts, or if git cannot read it. */
  tree: string | null;
  /** The tree if it has every entry: not those of `git add --intent-to-add`. If git cannot read it, that of the last time. */
  whole: string | null;
  problem: Omit<UncoveredPath, "path"> | null;
  /** Files in it that git may not list as new, since the ignore rules exclude them. They are the user's all the same. */
  more: RawPath[];
  /** Null if git cannot read it. */
  count: number | null;
}

const NONE: UserIndex = { tree: null, whole: null, problem: null, more: [], count: 0 };
const OTHER_FORMAT = "the repository was replaced by one with another object format (sha1 or sha256)";
const CONFLICTS = "an index with conflicts, whose stages are not captured";
const MAX_BYTES = 64 * 1024 * 1024;

const Known = z.object({
  identity: z.string(),
  found: z.object({
    tree: z.string().nullable(),
    problem: z.string().nullable(),
    count: z.number(),
  }),
});
type Found = z.infer<typeof Known>["found"];

/**
 * Reads the user's index. As long as it has the same entries as the last time, git need not be asked: neither for its tree,
 * nor which files are ignored. Those that the private index has are there, whatever the rules say; the others are known.
 */
export async function readUserIndex(layout: StoreLayout, last: LastCapture | undefined): Promise<UserIndex> {
  const path = layout.userIndex;
  if (path === undefined) return noIndex(layout);
  const identity = identifyIndex(path);
  // As git sees it, nothing is staged then.
  if (identity === undefined) return existsSync(path) ? NONE : { ...NONE, tree: writeEmptyTree(layout) };
  const noted = readIndex(path, layout.hash);
  const known = isOf(noted, last) ? last : undefined;
  if (noted && known?.absent) return { ...wholeIndex(noted), more: known.absent };
  const { found, damage } = await tryIndex(layout, path, async (place) => ({
    ...(await readEntries(layout, { path, identity, noted, known })),
    more: await listIgnored(place),
  }));
  return found ?? damagedIndex(layout, damage, last);
}

function isOf(noted: IndexSummary | undefined, last: LastCapture | undefined): boolean {
  return noted?.tree !== null && noted?.tree === last?.userTree;
}

/** What was known of it holds on. */
function damagedIndex(layout: StoreLayout, damage: string, last: LastCapture | undefined): UserIndex {
  const problem = { reason: `git cannot read it (${damage})`, next: repairOf(layout) };
  return { tree: null, whole: last?.userTree ?? null, problem, more: last?.absent ?? [], count: null };
}

function wholeIndex({ tree, entries }: IndexSummary): Omit<UserIndex, "more"> {
  return { tree, whole: tree, problem: null, count: entries };
}

function noIndex({ repository }: StoreLayout): UserIndex {
  return repository ? { ...NONE, problem: { reason: OTHER_FORMAT } } : NONE;
}

/** The index of a linked worktree is elsewhere. */
function repairOf({ userIndex, worktree }: StoreLayout): string {
  const own = join(".git", "index");
  const path = userIndex === join(worktree, own) ? own : '"$(git rev-parse --git-path index)"';
  return `If it is damaged, \`rm ${path} && git reset\` creates a new one.`;
}

interface ReadInput {
  path: string;
  identity: string;
  noted: IndexSummary | undefined;
  known: LastCapture | undefined;
}

/** What git noted in the index is believed once git itself has confirmed it. */
async function readEntries(
  layout: StoreLayout,
  { path, identity, noted, known }: ReadInput,
): Promise<Omit<UserIndex, "more">> {
  if (noted && known) return wholeIndex(noted);
  const { problem, ...found } = await askGit(layout, path, identity);
  const whole = found.tree === noted?.tree ? found.tree : null;
  return { ...found, whole, problem: problem === null ? null : { reason: problem } };
}

/** Asks once as long as the index is the same. */
async function askGit(layout: StoreLayout, path: string, identity: string): Promise<Found> {
  const memo = join(layout.directory, "user-index.json");
  const known = Known.safeParse(tryParseJson(readOwnFile(memo, MAX_BYTES))).data;
  if (known?.identity === identity) return known.found;
  const found = await readCopy(layout, path);
  writeOwnFile(memo, JSON.stringify({ identity, found }));
  return found;
}

/** Files of an index that the ignore rules exclude. */
export async function listIgnored(place: StoreLayout): Promise<RawPath[]> {
  return splitAtNul(await runGit(place, ["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]));
}

async function readCopy(layout: StoreLayout, path: string): Promise<Found> {
  const copy = join(layout.directory, "user-index");
  try {
    copyIndex(layout, path, copy);
    const place = { ...layout, index: copy };
    const count = countEntries(await runGit(place, ["ls-files", "-z", "--cached"]));
    return { ...(await writeTree(place)), count };
  } finally {
    rmSync(copy, { force: true });
  }
}

/** A split index keeps most of its entries in a second file. */
export function copyIndex({ repository, store }: StoreLayout, path: string, copy: string): void {
  copyFileSync(path, copy);
  const gitDir = repository?.gitDir ?? "";
  for (const name of namesIn(gitDir))
    if (/^sharedindex\.[0-9a-f]+$/.test(name)) copyFileSync(join(gitDir, name), join(store, name));
}

async function writeTree(place: StoreLayout): Promise<Pick<Found, "tree" | "problem">> {
  try {
    const tree = (await runGit(place, ["write-tree", "--missing-ok"])).toString().trim();
    return { tree, problem: null };
  } catch {
    const unmerged = await runGit(place, ["ls-files", "-z", "--unmerged"], { limit: 1 });
    return { tree: null, problem: unmerged.length > 0 ? CONFLICTS : "an index that cannot be read" };
  }
}

function countEntries(output: Buffer): number {
  let count = 0;
  for (const byte of output) if (byte === 0) count++;
  return count;
}

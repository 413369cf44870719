import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { namesIn } from "../../files/read-small-file.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { tryParseJson } from "../../text/json-text.ts";
import type { LastCapture } from "./last-capture.ts";
import { type IndexSummary, identifyIndex, readIndex } from "./read-index.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** What a snapshot needs to know about the user's index, which is only ever copied. */
export interface UserIndex {
  /** Null if there is none, or if it has conflicts. */
  tree: string | null;
  /** Whether the tree has every entry of it: not those of `git add --intent-to-add`. */
  isWhole: boolean;
  problem: string | null;
  /** Files in it that git may not list as new, since the ignore rules exclude them. They are the user's all the same. */
  more: RawPath[];
  count: number;
}

const NONE: UserIndex = { tree: null, isWhole: false, problem: null, more: [], count: 0 };
const OTHER_FORMAT = "the repository was replaced by one with another object format (sha1 or sha256)";
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
  if (identity === undefined) return NONE;
  const noted = readIndex(path, layout.hash);
  const known = noted?.tree !== null && noted?.tree === last?.userTree ? last : undefined;
  const more = known?.absent ?? (await listIgnored({ ...layout, index: path }));
  return { ...(await readEntries(layout, { path, identity, noted, known })), more };
}

function noIndex({ repository }: StoreLayout): UserIndex {
  return repository ? { ...NONE, problem: OTHER_FORMAT } : NONE;
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
  if (noted && known) return { tree: noted.tree, isWhole: true, problem: null, count: noted.entries };
  const found = await askGit(layout, path, identity);
  return { ...found, isWhole: found.tree !== null && found.tree === noted?.tree };
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
    return { tree: null, problem: "it has conflicts, or cannot be read" };
  }
}

function countEntries(output: Buffer): number {
  let count = 0;
  for (const byte of output) if (byte === 0) count++;
  return count;
}

import { type BigIntStats, copyFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { namesIn } from "../../files/read-small-file.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** What a snapshot needs to know about the user's index, which is only ever copied. */
export interface UserIndex {
  /** Null if there is none, or if it has conflicts. */
  tree: string | null;
  problem: string | null;
  /** Files in it that the ignore rules exclude. They are the user's, so they are captured all the same. */
  trackedIgnored: RawPath[];
  count: number;
}

const NONE: UserIndex = { tree: null, problem: null, trackedIgnored: [], count: 0 };
const MAX_BYTES = 64 * 1024 * 1024;

const Known = z.object({
  identity: z.string(),
  found: z.object({
    tree: z.string().nullable(),
    problem: z.string().nullable(),
    count: z.number(),
  }),
});

/**
 * Reads the entries of the user's index only if it has changed since the last time. Which of them are ignored is asked
 * each time, since rules change without it.
 */
export async function readUserIndex(layout: StoreLayout): Promise<UserIndex> {
  const { repository, directory } = layout;
  if (!repository) return NONE;
  const path = join(repository.gitDir, "index");
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile()) return NONE;
  const identity = identityOf(stat);
  const memo = join(directory, "user-index.json");
  const known = Known.safeParse(tryParseJson(readOwnFile(memo, MAX_BYTES))).data;
  const trackedIgnored = await listIgnored({ ...layout, index: path });
  if (known?.identity === identity) return { ...known.found, trackedIgnored };
  const found = await readCopy(layout, path);
  writeOwnFile(memo, JSON.stringify({ identity, found }));
  return { ...found, trackedIgnored };
}

/** Files of an index that the ignore rules exclude. */
export async function listIgnored(place: StoreLayout): Promise<RawPath[]> {
  return splitAtNul(await runGit(place, ["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]));
}

async function readCopy(layout: StoreLayout, path: string): Promise<Omit<UserIndex, "trackedIgnored">> {
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

async function writeTree(place: StoreLayout): Promise<Pick<UserIndex, "tree" | "problem">> {
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

export function identityOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join(" ");
}

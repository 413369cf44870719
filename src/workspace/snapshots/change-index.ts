import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { HoldfastError } from "../../kernel/errors.ts";
import { readFlags, refuseSparseIntents, setFlags } from "./index-flags.ts";
import { identifyIndex, identityOf } from "./read-index.ts";
import { readTreeChanges } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";
import { copyIndex } from "./user-index.ts";

/**
 * Gives the user's index the entries of another tree, unless it is no longer what was expected. What is the same in both
 * keeps its flags. As git does it, the index is replaced through its lock, which nobody else may hold.
 */
export async function changeIndex(
  layout: StoreLayout,
  { before, after }: { before: string; after: string },
): Promise<boolean> {
  const { repository, userIndex: path, directory } = layout;
  if (!repository || path === undefined) return false;
  // As long as it is there, a lock that is the same file is ours, also if its process was killed.
  const temporary = join(repository.gitDir, "holdfast-index");
  const copy = join(directory, "new-index");
  releaseLock(path, temporary);
  try {
    const known = statSync(path, { bigint: true });
    copyIndex(layout, path, copy);
    const place = { ...layout, index: copy };
    const found = (await runGit(place, ["write-tree", "--missing-ok"])).toString().trim();
    if (found !== before) return found === after;
    await refuseSparseIntents({ ...place, index: path }, found);
    await changeEntries(place, { before, after, objects: join(repository.commonDir, "objects") });
    writeDurably(temporary, readFileSync(copy), Number(known.mode & 0o777n));
    takeLock(path, temporary);
    if (identifyIndex(path) !== identityOf(known)) return false;
    renameSync(`${path}.lock`, path);
    return true;
  } finally {
    releaseLock(path, temporary);
    for (const file of [copy, `${copy}.lock`]) rmSync(file, { force: true });
  }
}

function writeDurably(path: string, content: Buffer, mode: number): void {
  writeFileSync(path, content, { flag: "wx", mode: 0o600 });
  chmodSync(path, mode);
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function takeLock(path: string, temporary: string): void {
  try {
    linkSync(temporary, `${path}.lock`);
  } catch (error) {
    const isHeld = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!isHeld) throw error;
    throw new HoldfastError("snapshot_failed", "another git process has locked it (index.lock)");
  }
}

function releaseLock(path: string, temporary: string): void {
  const own = lstatSync(temporary, { throwIfNoEntry: false });
  if (!own) return;
  const held = lstatSync(`${path}.lock`, { throwIfNoEntry: false });
  if (held?.ino === own.ino && held.dev === own.dev) rmSync(`${path}.lock`, { force: true });
  rmSync(temporary, { force: true });
}

async function changeEntries(
  place: StoreLayout,
  { before, after, objects }: { before: string; after: string; objects: string },
): Promise<void> {
  const changes = readTreeChanges(await runGit(place, ["diff-tree", "-r", "-z", "--raw", before, after]));
  const blobs = changes.flatMap((change) =>
    change.after && change.after.mode !== "160000" ? [change.after.blob] : [],
  );
  await giveObjects(place, blobs, objects);
  const none = "0".repeat(after.length);
  const lines = changes.map(({ path, after: file }) =>
    file === null ? `0 ${none}\t${path}\0` : `${file.mode} ${file.blob}\t${path}\0`,
  );
  const flags = await readFlags(
    place,
    changes.flatMap(({ path, after: file }) => (file === null ? [] : [path])),
  );
  const input = Buffer.from(lines.join(""), "latin1");
  await runGit(place, ["update-index", "--no-split-index", "--replace", "-z", "--index-info"], { input });
  await setFlags(place, flags);
}

/** Puts back what the user's git has deleted since. An index whose objects are missing would be damaged. */
async function giveObjects(place: StoreLayout, blobs: readonly string[], objects: string): Promise<void> {
  if (blobs.length === 0) return;
  const theirs = { ...place, objects: undefined, objectDirectory: objects };
  const input = `${[...new Set(blobs)].join("\n")}\n`;
  const listed = await runGit(theirs, ["cat-file", "--batch-check=%(objectname)", "--buffer"], { input });
  const missing = listed
    .toString()
    .split("\n")
    .filter((line) => line.endsWith(" missing"));
  if (missing.length === 0) return;
  const wanted = missing.map((line) => `${line.slice(0, line.indexOf(" "))}\n`).join("");
  const pack = await runGit(place, ["pack-objects", "--stdout", "-q"], { input: wanted });
  await runGit(theirs, ["unpack-objects", "-q"], { input: pack });
}

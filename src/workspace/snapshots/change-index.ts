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
import { shownPath, statInside } from "../../files/raw-path.ts";
import { namesIn } from "../../files/read-small-file.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { type IndexFlags, readFlags, refuseSparseIntents, setFlags } from "./index-flags.ts";
import { listMissing } from "./list-missing.ts";
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
    const known = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (known) copyIndex(layout, path, copy);
    const place = { ...layout, index: copy };
    const found = (await runGit(place, ["write-tree", "--missing-ok"])).toString().trim();
    if (found !== before) return found === after;
    if (known) await refuseSparseIntents({ ...place, index: path }, found);
    await changeEntries(place, { before, after, objects: join(repository.commonDir, "objects") });
    const { mode } = known ?? statSync(join(repository.gitDir, "HEAD"), { bigint: true });
    writeDurably(temporary, readFileSync(copy), Number(mode & 0o777n));
    takeLock(path, temporary);
    if (identifyIndex(path) !== (known && identityOf(known))) return false;
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
  const unfetched = await giveObjects(place, blobs, objects);
  const none = "0".repeat(after.length);
  const lines = changes.map(({ path, after: file }) =>
    file === null ? `0 ${none}\t${path}\0` : `${file.mode} ${file.blob}\t${path}\0`,
  );
  const flags = await readFlags(
    place,
    changes.flatMap(({ path, after: file }) => (file === null ? [] : [path])),
  );
  const left = changes.flatMap(({ path, after: file }) => (unfetched.has(file?.blob ?? "") ? [path] : []));
  refuseFetching(place, left, flags);
  const input = Buffer.from(lines.join(""), "latin1");
  await runGit(place, ["update-index", "--no-split-index", "--replace", "-z", "--index-info"], { input });
  await setFlags(place, { ...flags, skipWorktree: [...new Set([...flags.skipWorktree, ...left])] });
}

/**
 * Of what a partial clone has not fetched, an index may name what is left out of the worktree. git would have to fetch the
 * rest at once.
 */
function refuseFetching({ worktree }: StoreLayout, paths: readonly RawPath[], flags: IndexFlags): void {
  const skipped = new Set(flags.skipWorktree);
  const first = paths.find((path) => !skipped.has(path) && statInside(worktree, path) !== undefined);
  if (first === undefined) return;
  throw new HoldfastError(
    "snapshot_failed",
    `git would have to fetch what was staged then, such as ${shownPath(first)}, so it stays as it is`,
  );
}

/**
 * Puts back what the user's git has deleted since. An index whose objects are missing would be damaged. Returns what is nowhere,
 * since a partial clone has never fetched it.
 */
async function giveObjects(
  place: StoreLayout,
  blobs: readonly string[],
  objects: string,
): Promise<ReadonlySet<string>> {
  const theirs = { ...place, objects: undefined, objectDirectory: objects };
  const missing = await listMissing(theirs, blobs);
  const isPartial = namesIn(join(objects, "pack")).some((name) => name.endsWith(".promisor"));
  const unfetched = new Set(isPartial ? await listMissing(place, missing) : []);
  const wanted = missing.filter((id) => !unfetched.has(id));
  if (wanted.length === 0) return unfetched;
  const pack = await runGit(place, ["pack-objects", "--stdout", "-q"], { input: `${wanted.join("\n")}\n` });
  await runGit(theirs, ["unpack-objects", "-q"], { input: pack });
  return unfetched;
}

import { createHash } from "node:crypto";
import { closeSync, createReadStream, lstatSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { devNull, uptime } from "node:os";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createInflate } from "node:zlib";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { namesIn } from "../../files/read-small-file.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { BlobWriter } from "./blob-writer.ts";
import { isFull } from "./disk-full.ts";
import { listMissing } from "./list-missing.ts";
import { type LooseObject, listLoose, readReference } from "./loose-objects.ts";
import { type GitPlace, runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** What git says about objects that are missing or damaged. On a full disk, it says the same of those that it cannot write. */
export function isDamage(error: unknown): boolean {
  const messages =
    /invalid object|bad (tree )?object|missing (tree|blob)|error building trees|index file|unknown index|in the index|index (uses|version)|bad (signature|index)|stage entries|corrupt|is empty|(unable to|could not) (read|unpack)|not a (tree|valid) object/i;
  return error instanceof HoldfastError && messages.test(error.message) && !isFull(error);
}

/**
 * Removes what keeps the next capture from storing the files: objects that a power failure or a defect of the disk damaged,
 * which git takes for present, and what is known of the last capture. The next one then reads all files again.
 */
export async function repairStore(layout: StoreLayout): Promise<void> {
  await removeDamaged(listLoose(layout), layout);
  rmSync(layout.index, { force: true });
  rmSync(join(layout.store, "refs/base", basename(layout.directory)), { recursive: true, force: true });
}

/** What was written within this time before a power failure may not be on the disk: systems wait for up to 30 seconds. */
const UNSAFE_MS = 300_000;

/**
 * Looks at the newest objects once after each start of the machine. git does not read the content of files that have not
 * changed, so it would be missed only when an agent has overwritten such a file.
 */
export async function repairAfterBoot(layout: StoreLayout): Promise<void> {
  const path = join(layout.store, "holdfast.boot");
  const boot = identifyBoot();
  if (readOwnFile(path) === boot) return;
  const objects = listLoose(layout);
  const newestAt = objects.reduce((newest, { at }) => Math.max(newest, at), 0);
  const recent = objects.filter(({ at }) => at > newestAt - UNSAFE_MS);
  if (await removeDamaged(recent, layout)) {
    for (const name of namesIn(join(layout.store, "holdfast")).filter((each) => /^[0-9a-f]+$/.test(each)))
      rmSync(join(layout.store, "holdfast", name, "index"), { force: true });
    rmSync(join(layout.store, "refs/base"), { recursive: true, force: true });
  }
  writeOwnFile(path, boot);
}

/** Where the system has no name for it, the minute in which it started. */
function identifyBoot(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return String(Math.round(Date.now() / 60_000 - uptime() / 60));
  }
}

/** Whether any was damaged. */
async function removeDamaged(objects: readonly LooseObject[], { hash }: StoreLayout): Promise<boolean> {
  let found = false;
  for (const object of objects) {
    if (await isSound(object, hash)) continue;
    rmSync(object.path, { force: true });
    found = true;
  }
  return found;
}

/**
 * Deletes each reference to something of which a directory is missing or damaged, so that it cannot be brought back. If only
 * files are, the others can.
 */
export async function removeBrokenReferences(layout: StoreLayout): Promise<void> {
  const own = { ...layout, objects: undefined };
  for (const name of readdirSync(join(layout.store, "refs"), { recursive: true, encoding: "utf8" })) {
    const path = join(layout.store, "refs", name);
    if (!lstatSync(path).isFile()) continue;
    const id = readReference(layout, join("refs", name));
    const isWhole = id !== undefined && (await hasAllTrees(own, id));
    if (!isWhole) rmSync(path, { force: true });
  }
}

async function hasAllTrees(place: GitPlace, id: string): Promise<boolean> {
  try {
    await runGit(place, ["ls-tree", "-r", "-d", "--full-tree", id]);
    return true;
  } catch (error) {
    // It took too long, or there was no memory: that says nothing.
    return !isDamage(error);
  }
}

/** Whether an object is what its name says. One that cannot be read for another reason, such as its permissions, stays. */
async function isSound({ id, path }: LooseObject, hash: StoreLayout["hash"]): Promise<boolean> {
  const digest = createHash(hash);
  try {
    await pipeline(createReadStream(path), createInflate(), digest);
    return digest.digest("hex") === id;
  } catch (error) {
    return !(error instanceof Error && "code" in error && String(error.code).startsWith("Z_"));
  }
}

/** Which blobs our store does not have, or cannot read. All of them are read. */
export async function findUnreadable(
  layout: StoreLayout,
  blobs: Pick<BlobWriter, "write">,
  ids: readonly string[],
): Promise<string[]> {
  const own = { ...layout, objects: undefined };
  const missing = new Set(await listMissing(own, ids, { opens: true }));
  const present = [...new Set(ids)].filter((id) => !missing.has(id));
  if (present.length === 0) return [...missing];
  const nowhere = openSync(devNull, "w");
  try {
    await runGit(own, ["cat-file", "--batch", "--buffer"], {
      input: `${present.join("\n")}\n`,
      output: nowhere,
    });
  } catch {
    // It ends at the first of them that is damaged.
    for (const id of present) await blobs.write(id, nowhere).catch(() => missing.add(id));
  } finally {
    closeSync(nowhere);
  }
  return [...missing];
}

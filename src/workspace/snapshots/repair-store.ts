import { createHash } from "node:crypto";
import { closeSync, createReadStream, lstatSync, openSync, readdirSync, rmSync } from "node:fs";
import { devNull } from "node:os";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createInflate } from "node:zlib";
import { namesIn } from "../../files/read-small-file.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { BlobWriter } from "./blob-writer.ts";
import { listMissing } from "./list-missing.ts";
import { readReference } from "./loose-objects.ts";
import { type GitPlace, runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** What git says about objects that are missing or damaged. */
export function isDamage(error: unknown): boolean {
  const messages =
    /invalid object|bad (tree )?object|missing (tree|blob)|error building trees|index file|corrupt|is empty|(unable to|could not) (read|unpack)|not a (tree|valid) object/i;
  return error instanceof HoldfastError && messages.test(error.message);
}

/**
 * Removes what keeps the next capture from storing the files: objects that a power failure or a defect of the disk damaged,
 * which git takes for present, and what is known of the last capture. The next one then reads all files again.
 */
export async function repairStore(layout: StoreLayout): Promise<void> {
  const objects = join(layout.store, "objects");
  for (const fan of namesIn(objects).filter((name) => /^[0-9a-f]{2}$/.test(name)))
    for (const name of namesIn(join(objects, fan)))
      if (/^[0-9a-f]{38,62}$/.test(name) && !(await isSound(layout, fan + name)))
        rmSync(join(objects, fan, name), { force: true });
  rmSync(layout.index, { force: true });
  rmSync(join(layout.store, "refs/base", basename(layout.directory)), { recursive: true, force: true });
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
async function isSound({ store, hash }: StoreLayout, id: string): Promise<boolean> {
  const digest = createHash(hash);
  try {
    await pipeline(
      createReadStream(join(store, "objects", id.slice(0, 2), id.slice(2))),
      createInflate(),
      digest,
    );
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

import { createWriteStream, existsSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { partialBeside, removeLeftPartials } from "../../files/partial-file.ts";
import { syncDirectory } from "../../files/replace-file.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { BundleLine } from "./bundle-line.ts";
import { decrypt, deriveFileKey, encrypt, isEncrypted, type Keys, type Lock } from "./encryption.ts";
import { damaged, readLines } from "./read-lines.ts";
import { writeLines } from "./write-lines.ts";

/** More than the header of a file that is encrypted with a passphrase. */
const START = 1_024;

/**
 * Writes a bundle, readable by its user only, and returns its size. The file appears when it is complete, and an
 * existing one is never replaced. What killed processes left beside it is deleted. Takes as much memory as the longest line. Without a lock it is not encrypted.
 */
export async function writeBundle(
  path: string,
  lines: AsyncIterable<BundleLine>,
  lock: Lock | undefined,
): Promise<number> {
  if (existsSync(path))
    throw new HoldfastError("conflict", `${path} exists already.`, { next: "Choose another file." });
  removeLeftPartials(dirname(path));
  const partial = partialBeside(path);
  try {
    const packed = Readable.from(writeLines(lines)).compose(createGzip()) as Readable;
    const sealed = lock ? await encrypt(packed, lock) : packed;
    const file = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(sealed, file);
    await rename(partial, path);
    syncDirectory(dirname(path));
    return file.bytesWritten;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Keys with which `openBundle` can read this bundle several times, without deriving a key from the passphrase each time. */
export async function unlockBundle(path: string, keys: Keys): Promise<Keys> {
  const file = await openFile(path);
  try {
    return await deriveFileKey(await startOf(file), keys);
  } finally {
    await file.close();
  }
}

/** Reads a bundle line by line. Whatever is wrong with the file or the key is thrown as a `HoldfastError`. */
export async function* openBundle(path: string, keys: Keys): AsyncGenerator<BundleLine> {
  const file = await openFile(path);
  const unpacked = createGunzip();
  let moving: Promise<unknown> | undefined;
  try {
    const isSealed = isEncrypted(await startOf(file));
    const raw = file.createReadStream({ start: 0, autoClose: false });
    const packed = isSealed ? await decrypt(raw, keys) : raw;
    // An error of an earlier stream ends the later one, which reports it.
    moving = pipeline(packed, unpacked).catch((error: unknown) => error);
    yield* readLines(unpacked);
  } catch (error) {
    if (error instanceof HoldfastError) throw error;
    throw damaged(error instanceof Error ? error.message : String(error));
  } finally {
    unpacked.destroy();
    await moving;
    await file.close();
  }
}

async function startOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START), 0, START, 0);
  return buffer.subarray(0, bytesRead);
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (cause) {
    throw new HoldfastError("not_found", `${path} cannot be read.`, {
      cause,
      next: "Pass the path of a bundle that `holdfast export` wrote.",
    });
  }
}

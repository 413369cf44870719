import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
} from "node:fs";
import * as z from "zod";
import { bytesInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { hashBytes } from "./loose-objects.ts";
import { identityOf } from "./read-index.ts";
import type { StoreLayout } from "./store-layout.ts";

/** What a snapshot found at a path that the private index does not have like that. */
export const SeenFile = z.object({
  path: z.string(),
  /** Of the file as it was read; null if it has to be read again. */
  identity: z.string().nullable(),
  file: z.object({ mode: z.string(), blob: z.string() }).nullable(),
});
export type SeenFile = z.infer<typeof SeenFile>;

/** A file with its content, unless that was read by an earlier snapshot. */
export interface ReadFile extends SeenFile {
  content?: Buffer;
}

/** So many bytes are read here. git reads more of them faster. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ATTEMPTS = 3;
const SECOND_MS = 1_000n;

/**
 * Reads files, except those that are still as they were seen. Undefined if one of them is no file that could be captured, if
 * one keeps changing while it is read, or if they are too large to be read here.
 */
export function readFiles(
  { worktree, hash }: Pick<StoreLayout, "worktree" | "hash">,
  { paths, seen }: { paths: readonly RawPath[]; seen: ReadonlyMap<RawPath, SeenFile> },
): ReadFile[] | undefined {
  // What changes in this second may change once more without a trace.
  const second = (BigInt(Date.now()) / SECOND_MS) * SECOND_MS;
  const found: ReadFile[] = [];
  let left = MAX_BYTES;
  for (const path of paths) {
    const full = bytesInside(worktree, path);
    const known = seen.get(path);
    if (known?.identity && known.identity === identify(lookAt(full))) {
      found.push(known);
      continue;
    }
    const read = readOne(full, left);
    if (!read) return undefined;
    left -= read.content.length;
    const { stat, mode, content } = read;
    const identity = stat.ctimeMs < second ? (identify(stat) ?? null) : null;
    found.push({ path, identity, file: { mode, blob: hashBytes(content, hash) }, content });
  }
  return found;
}

/** Whether there is nothing at a path. */
export function isGone({ worktree }: Pick<StoreLayout, "worktree">, path: RawPath): boolean {
  return lookAt(bytesInside(worktree, path)) === undefined;
}

interface FileRead {
  stat: BigIntStats;
  mode: string;
  content: Buffer;
}

function readOne(path: Buffer, maxBytes: number): FileRead | undefined {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = lookAt(path);
    if (!before || before.size > maxBytes) return undefined;
    const read = tryRead(path, before);
    // What was written meanwhile may be half of it.
    if (read && identify(lookAt(path)) === identify(before)) return read;
  }
  return undefined;
}

function tryRead(path: Buffer, stat: BigIntStats): FileRead | undefined {
  try {
    if (stat.isSymbolicLink()) return { stat, mode: "120000", content: readlinkSync(path, "buffer") };
    return stat.isFile() ? readRegular(path, stat) : undefined;
  } catch {
    return undefined; // it is gone, or cannot be read: git says why
  }
}

function readRegular(path: Buffer, stat: BigIntStats): FileRead | undefined {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (identify(fstatSync(fd, { bigint: true })) !== identify(stat)) return undefined;
    const mode = (stat.mode & 0o100n) === 0n ? "100644" : "100755";
    return { stat, mode, content: readFileSync(fd) };
  } finally {
    closeSync(fd);
  }
}

function lookAt(path: Buffer): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // a file is in the way of its directory
  }
}

function identify(stat: BigIntStats | undefined): string | undefined {
  return stat && `${identityOf(stat)} ${stat.mode}`;
}

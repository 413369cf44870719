import { createHash } from "node:crypto";
import { type BigIntStats, readFileSync, statSync } from "node:fs";

/** What the file of an index says without git. */
export interface IndexSummary {
  entries: number;
  /** The tree of all entries; null if git would have to write it, such as after `git add`. */
  tree: string | null;
}

export interface IndexFormat {
  version: number;
  idLength: number;
}

const SIGNATURE = "DIRC";
const HEADER_LENGTH = 12;
/** What `lstat` said about a file comes before its object id. */
export const STAT_LENGTH = 40;
const EXTENDED = 0x4000;
export const NAME_LENGTH = 0x0fff;
export const MAX_INDEX_BYTES = 512 * 1024 * 1024;
/** Entries are in another file, or stand for whole directories. */
const UNUSUAL = ["link", "sdir"];

/**
 * Reads how many entries an index has, and the tree that git itself noted there. Undefined if that cannot be read here, such
 * as in a split or a sparse index. Two git processes would take ten times as long.
 */
export function readIndex(path: string, hash: "sha1" | "sha256"): IndexSummary | undefined {
  try {
    return statSync(path).size > MAX_INDEX_BYTES ? undefined : parseIndex(readFileSync(path), hash);
  } catch {
    return undefined; // it is gone, or ends in the middle of a number
  }
}

function parseIndex(bytes: Buffer, hash: "sha1" | "sha256"): IndexSummary | undefined {
  const parts = splitIndex(bytes, hash);
  if (!parts) return undefined;
  const { entries, noted, format } = parts;
  return { entries, tree: noted ? rootOf(noted, entries, format) : null };
}

interface IndexParts {
  format: IndexFormat;
  entries: number;
  /** Where each entry begins. */
  starts: Uint32Array;
  /** The trees that git noted. */
  noted: Buffer | undefined;
}

/** Undefined if it is none, or has entries that are not in it. Throws if it ends too early. */
export function splitIndex(bytes: Buffer, hash: "sha1" | "sha256"): IndexParts | undefined {
  const format = { version: bytes.readUInt32BE(4), idLength: hash === "sha1" ? 20 : 32 };
  const skip = SKIP[format.version];
  if (bytes.toString("latin1", 0, 4) !== SIGNATURE || !skip) return undefined;
  const entries = bytes.readUInt32BE(8);
  if (entries > bytes.length / STAT_LENGTH) return undefined;
  const starts = new Uint32Array(entries);
  let at = HEADER_LENGTH;
  for (let i = 0; i < entries; i++) {
    starts[i] = at;
    at = skip(bytes, at, format);
  }
  const extensions = readExtensions(bytes.subarray(at, bytes.length - format.idLength));
  if (!extensions || UNUSUAL.some((name) => extensions.has(name))) return undefined;
  return { format, entries, starts, noted: extensions.get("TREE") };
}

/** How an entry is skipped, by the version of the index. */
const SKIP: Readonly<Record<number, typeof endOf>> = { 2: endOf, 3: endOf, 4: endOfShort };

/** Undefined if they do not fill what is left of the index. */
function readExtensions(bytes: Buffer): Map<string, Buffer> | undefined {
  const found = new Map<string, Buffer>();
  let at = 0;
  while (at < bytes.length) {
    const from = at + 8;
    const name = bytes.toString("latin1", at, at + 4);
    at = from + bytes.readUInt32BE(at + 4);
    found.set(name, bytes.subarray(from, at));
  }
  return at === bytes.length ? found : undefined;
}

/** Where the entry ends that begins at `at`: it is padded to a multiple of eight. */
function endOf(bytes: Buffer, at: number, format: IndexFormat): number {
  const { name, length } = nameAt(bytes, at, format);
  const end = length < NAME_LENGTH ? name + length : endOfText(bytes, name);
  return at + ((end - at + 8) & ~7);
}

/** In version 4, the name is what differs from the one before, after a number of one byte or more. */
function endOfShort(bytes: Buffer, at: number, format: IndexFormat): number {
  let { name } = nameAt(bytes, at, format);
  while (bytes.readUInt8(name) & 0x80) name++;
  return endOfText(bytes, name + 1) + 1;
}

export function nameAt(
  bytes: Buffer,
  at: number,
  { idLength }: IndexFormat,
): { name: number; length: number } {
  const flags = at + STAT_LENGTH + idLength;
  const value = bytes.readUInt16BE(flags);
  return { name: flags + (value & EXTENDED ? 4 : 2), length: value & NAME_LENGTH };
}

export function endOfText(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from);
  if (end === -1) throw new RangeError("a name does not end");
  return end;
}

/** The first of the trees that git noted is the root: `\0<entries> <subtrees>\n<id>`. A negative number means that it changed. */
function rootOf(noted: Buffer, entries: number, { idLength }: IndexFormat): string | null {
  const header = /^\0(\d+) \d+\n/.exec(noted.toString("latin1", 0, 64));
  if (!header || Number(header[1]) !== entries) return null;
  const id = noted.subarray(header[0].length, header[0].length + idLength);
  return id.length === idLength ? id.toString("hex") : null;
}

/**
 * Whether an index ends with the checksum of what is before it. git does not look at it, and crashes on some that are cut off.
 * It may write zeros instead (`index.skipHash`).
 */
export function hasChecksum(bytes: Buffer, hash: "sha1" | "sha256"): boolean {
  const digest = createHash(hash);
  const end = bytes.length - (hash === "sha1" ? 20 : 32);
  if (end < HEADER_LENGTH) return false;
  const noted = bytes.subarray(end);
  return noted.every((byte) => byte === 0) || digest.update(bytes.subarray(0, end)).digest().equals(noted);
}

/** Of the file of an index: another one after every change, since it is always replaced. Undefined if there is none. */
export function identifyIndex(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() ? identityOf(stat) : undefined;
}

export function identityOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join(" ");
}

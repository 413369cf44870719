import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  writeSync,
} from "node:fs";
import { HoldfastError } from "../kernel/errors.ts";
import { replaceFile } from "./replace-file.ts";

/** Files beside the database are small: a planted large one must not fill our memory. */
const MAX_BYTES = 64 * 1024;
/** Neither through a link in the last place, nor waiting for the other end of a pipe. Windows has neither flag. */
const AS_IT_IS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Replaces a file of ours, readable by its user alone. */
export function writeOwnFile(path: string, content: string | Uint8Array, { durable = false } = {}): void {
  replaceFile(path, content, { durable });
}

/** The text of a file of ours; undefined when it is missing, too large, or not ours: a link, a pipe, another user's. */
export function readOwnFile(path: string, maxBytes = MAX_BYTES): string | undefined {
  try {
    return withOwnFile(path, (fd, { size }) => (size > maxBytes ? undefined : readFileSync(fd, "utf8")));
  } catch {
    return undefined;
  }
}

/** Opens a file of ours for reading and closes it. Throws when it cannot be opened or is not ours. */
export function withOwnFile<T>(path: string, read: (fd: number, stat: Stats) => T): T {
  return withOpen(path, constants.O_RDONLY, read);
}

/** Appends to a file of ours, made where it is missing; returns its size. Throws as `withOwnFile` does. */
export function appendToOwnFile(path: string, text: string): number {
  return withOpen(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, (fd) => {
    writeSync(fd, text);
    return fstatSync(fd).size;
  });
}

/**
 * Makes a file of ours where it is missing, and private where it is not. Throws as `withOwnFile` does. One that is there is
 * not opened: to close a database's file drops the locks that SQLite holds on it in this process.
 */
export function ensureOwnFile(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return withOpen(path, constants.O_WRONLY | constants.O_CREAT, (fd) => fchmodSync(fd, 0o600));
  refuseForeign(path, stat);
  if ((stat.mode & 0o777) !== 0o600) chmodSync(path, 0o600);
}

function withOpen<T>(path: string, flags: number, work: (fd: number, stat: Stats) => T): T {
  const fd = openSync(path, flags | AS_IT_IS, 0o600);
  try {
    const stat = fstatSync(fd);
    refuseForeign(path, stat);
    return work(fd, stat);
  } finally {
    closeSync(fd);
  }
}

function refuseForeign(path: string, stat: Stats): void {
  if (!stat.isFile()) throw notOurs(`${path} is not a file`);
  // Windows has no user ids: there the directory's own rights decide.
  if (process.getuid && stat.uid !== process.getuid()) throw notOurs(`${path} belongs to another user`);
}

function notOurs(what: string): HoldfastError {
  return new HoldfastError("store_unavailable", `${what}: remove it.`);
}

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

/** Files next to the database are small. A large planted file must not fill the memory. */
const MAX_BYTES = 64 * 1024;
/** Does not follow a link at the end of the path, nor wait for the other end of a pipe. Windows has neither flag. */
const NO_LINK_NO_WAIT = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Replaces a file of Holdfast, readable only by its user. */
export function writeOwnFile(path: string, content: string | Uint8Array, { durable = false } = {}): void {
  replaceFile(path, content, { durable });
}

/** The text of a file of Holdfast; undefined if it is missing, too large, a link, a pipe, or another user's. */
export function readOwnFile(path: string, maxBytes = MAX_BYTES): string | undefined {
  try {
    return withOwnFile(path, (fd, { size }) => (size > maxBytes ? undefined : readFileSync(fd, "utf8")));
  } catch {
    return undefined;
  }
}

/** Opens a file of Holdfast for reading and closes it. Throws if it is not a readable file or is another user's. */
export function withOwnFile<T>(path: string, read: (fd: number, stat: Stats) => T): T {
  return withOpen(path, constants.O_RDONLY, read);
}

/** Appends to a file of Holdfast, creating it if necessary. Returns its size. Throws like `withOwnFile`. */
export function appendToOwnFile(path: string, text: string): number {
  return withOpen(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, (fd) => {
    writeSync(fd, text);
    return fstatSync(fd).size;
  });
}

/**
 * Creates a file of Holdfast if it is missing, and makes it private. Throws like `withOwnFile`. An existing file is not
 * opened: closing the file of a database drops the locks that SQLite holds on it in this process.
 */
export function ensureOwnFile(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return withOpen(path, constants.O_WRONLY | constants.O_CREAT, (fd) => fchmodSync(fd, 0o600));
  refuseForeign(path, stat);
  if ((stat.mode & 0o777) !== 0o600) chmodSync(path, 0o600);
}

function withOpen<T>(path: string, flags: number, work: (fd: number, stat: Stats) => T): T {
  const fd = openSync(path, flags | NO_LINK_NO_WAIT, 0o600);
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
  // Windows has no user ids: there, the permissions of the directory apply.
  if (process.getuid && stat.uid !== process.getuid()) throw notOurs(`${path} belongs to another user`);
}

function notOurs(what: string): HoldfastError {
  return new HoldfastError("store_unavailable", `${what}: remove it.`);
}

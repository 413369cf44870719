import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";

/** Of a larger file, only the beginning is read. */
export const SMALL_FILE = 64 * 1024;

/** The first 64 KB (or `limit` bytes) of a regular file as text; undefined for anything else (missing, a pipe, a device). */
export function readSmallFile(path: string | Buffer, limit = SMALL_FILE): string | undefined {
  try {
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(file).isFile()) return undefined;
      const buffer = Buffer.alloc(limit);
      return buffer.toString("utf8", 0, readSync(file, buffer, 0, limit, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined; // unreadable is the same as absent: a lookup never fails
  }
}

/** The names in a directory; none for anything else (missing, a file, unreadable). */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

import { randomBytes } from "node:crypto";
import { lstatSync, rmSync, truncateSync } from "node:fs";
import { writeOwnFile } from "../../files/own-file.ts";
import { isOutOfSpace } from "./error.ts";

/** A deletion first needs space in the log: enough for one slice. */
const BYTES = 2 * 2 ** 20;
/** Space that SQLite needs to open a database whose log is not in use. */
const OPENING_BYTES = 64 * 2 ** 10;

/** Keeps a file next to the database, as a reserve for a full disk. Too little space for it is not an error. */
export function keepReserve(file: string): void {
  if (file === ":memory:" || reservedBytes(file) === BYTES) return;
  try {
    // A compressing file system would not reserve space for zeros.
    writeOwnFile(nameOf(file), randomBytes(BYTES));
  } catch {
    // The disk is full: the next prune tries again.
  }
}

/** Frees the reserve for a command that deletes. False if there is none. */
export function releaseReserve(file: string): boolean {
  if (reservedBytes(file) === 0) return false;
  rmSync(nameOf(file), { force: true });
  return true;
}

/**
 * Opens a database. If there is no space to open it, frees part of the reserve and tries again. Without a reserve,
 * `frugal` opens it in a way that needs no extra space.
 */
export function openWithReserve<T>(file: string, { open, frugal }: { open: () => T; frugal: () => T }): T {
  try {
    return open();
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    const left = reservedBytes(file) - OPENING_BYTES;
    if (left < 0) return frugal();
    truncateSync(nameOf(file), left);
    return open();
  }
}

function reservedBytes(file: string): number {
  const found = lstatSync(nameOf(file), { throwIfNoEntry: false });
  return found?.isFile() ? found.size : 0;
}

function nameOf(file: string): string {
  return `${file}.reserve`;
}

import { randomBytes } from "node:crypto";
import { lstatSync, rmSync, truncateSync } from "node:fs";
import { writeOwnFile } from "../../files/own-file.ts";
import { isLackOfRoom } from "./error.ts";

/** Deleting needs room in the log before it gives any back: enough for a slice of a deletion. */
const BYTES = 2 * 2 ** 20;
/** What SQLite needs to open a database whose log nobody uses. */
const OPENING_BYTES = 64 * 2 ** 10;

/** Keeps a file beside the database for use on a full disk. A disk that has no room for it is no failure. */
export function keepReserve(file: string): void {
  if (file === ":memory:" || reserved(file) === BYTES) return;
  try {
    // Zeros take no room on a file system that compresses.
    writeOwnFile(nameOf(file), randomBytes(BYTES));
  } catch {
    // Full: the next prune tries again.
  }
}

/** Frees the reserve for a command that deletes. False if there is none. */
export function releaseReserve(file: string): boolean {
  if (reserved(file) === 0) return false;
  rmSync(nameOf(file), { force: true });
  return true;
}

/** Opens a database; where that fails and there is a reserve, once more with a part of it. */
export function withRoomToOpen<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const left = isLackOfRoom(error) ? reserved(file) - OPENING_BYTES : -1;
    if (left < 0) throw error;
    truncateSync(nameOf(file), left);
    return open();
  }
}

function reserved(file: string): number {
  const found = lstatSync(nameOf(file), { throwIfNoEntry: false });
  return found?.isFile() ? found.size : 0;
}

function nameOf(file: string): string {
  return `${file}.reserve`;
}

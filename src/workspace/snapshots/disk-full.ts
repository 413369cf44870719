import { HoldfastError } from "../../kernel/errors.ts";

/**
 * What git, SQLite and the file system say about a disk without space, or a quota that is used up. git gives no reason if
 * it can create the lock of a reference and not write to it.
 */
const SAYS_FULL =
  /no space left on device|out of diskspace|disk quota exceeded|disk is full|file too large|couldn't write '[^']*\.lock'/i;
const CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Runs work on captured files. If the disk is full, the error says so, no matter which program noticed it. */
export async function explainFullDisk<T>(directory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFull(error)) throw error;
    const message = `The disk is full: files cannot be captured in ${directory}.`;
    throw new HoldfastError("disk_full", message, { cause: error });
  }
}

export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && CODES.has(error.code)) || SAYS_FULL.test(error.message);
}

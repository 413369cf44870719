import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { tryParseJson } from "../../text/json-text.ts";

/** A session's file may be large. It is read line by line, and a line holds the contents of one file at most. */
const MAX_BYTES = 1024 * 1024 * 1024;

/**
 * Passes each line of a regular file that contains `word` to `take`, parsed as JSON. Returns false if `path` is not a
 * readable regular file, or is too large.
 */
export async function readLinesWith(
  path: string,
  word: string,
  take: (line: unknown) => void,
): Promise<boolean> {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return false;
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MAX_BYTES) return false;
    for await (const line of file.readLines({ autoClose: false }))
      if (line.includes(word)) take(tryParseJson(line));
    return true;
  } finally {
    await file.close();
  }
}

const HEAD_BYTES = 256 * 1024;

/**
 * Parses the first lines of a regular file as JSON; a line that is not JSON is undefined. Does not follow a symbolic
 * link or wait for the writer of a FIFO. Empty for a file that cannot be read.
 */
export async function readHead(path: string): Promise<unknown[]> {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return [];
  try {
    if (!(await file.stat()).isFile()) return [];
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead).split("\n").map(tryParseJson);
  } catch {
    return [];
  } finally {
    await file.close();
  }
}

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { tryParseJson } from "../../text/json-text.ts";

/** A session's whole file may be large; a line of it holds a file's contents at most. */
const MOST_BYTES = 1024 * 1024 * 1024;

/**
 * Parses the JSON lines of a whole regular file that contain a word, one after the other, and hands on what is JSON. False
 * for anything else than a regular file that can be read.
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
    if (!stat.isFile() || stat.size > MOST_BYTES) return false;
    for await (const line of file.readLines({ autoClose: false }))
      if (line.includes(word)) take(tryParseJson(line));
    return true;
  } finally {
    await file.close();
  }
}

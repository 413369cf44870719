import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { tryParseJson } from "../../text/json-text.ts";

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

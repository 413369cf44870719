import { constants } from "node:fs";
import { open } from "node:fs/promises";

const LIMIT = 64 * 1024;

/** The first 64 KB of a regular file as text; undefined for anything else (missing, a pipe, a device). */
export async function readSmallFile(path: string): Promise<string | undefined> {
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (!file) return undefined;
  try {
    if (!(await file.stat()).isFile()) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LIMIT), 0, LIMIT, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return undefined; // unreadable is the same as absent: a lookup never fails
  } finally {
    await file.close();
  }
}

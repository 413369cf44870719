import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import { tryParseJson } from "../../text/json-text.ts";

/** A session's file may be large. It is read line by line, and a line holds the contents of one file at most. */
const MAX_BYTES = 1024 * 1024 * 1024;

/**
 * The token usage of each answer in a session's file; undefined if `path` is not a readable regular file, or is too
 * large. Only lines that contain `word` are parsed. A later count of an answer takes the place of an earlier one.
 */
export async function readUsageOf(
  path: string,
  word: string,
  usageOf: (line: unknown) => TokenUsage[],
): Promise<TokenUsage[] | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return undefined;
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MAX_BYTES) return undefined;
    const answers = new Map<unknown, TokenUsage>();
    for await (const line of file.readLines({ autoClose: false })) {
      if (!line.includes(word)) continue;
      for (const usage of usageOf(tryParseJson(line))) answers.set(usage.id ?? usage, usage);
    }
    return [...answers.values()];
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

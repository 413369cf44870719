import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { HoldfastError } from "../../kernel/errors.ts";

const CHUNK = 1024 * 1024;
/**
 * Far more lines than a client writes into a tail. A file of tiny lines, each parsed and rejected, would take minutes.
 */
const MAX_LINES = 200_000;

interface Range {
  /** The byte offset at which reading ends. */
  end?: number | undefined;
  /** Only this many of the last lines are returned. */
  maxLines?: number;
}

export interface Tail {
  /** Whole lines only, unless reading started at the beginning of the file. */
  bytes: Buffer;
  /** Size of the file when it was opened. */
  size: number;
  /** True when the file has more content before these bytes. */
  cut: boolean;
}

/**
 * The last `maxBytes` of a regular file, or of its part before `end`; undefined for anything else. Does not follow a
 * symbolic link or wait for the writer of a FIFO.
 */
export async function readTail(
  path: string,
  maxBytes: number,
  { end = Number.POSITIVE_INFINITY, maxLines = MAX_LINES }: Range = {},
): Promise<Tail | undefined> {
  // Windows has neither flag, and no FIFOs in the file system.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  let file: FileHandle;
  try {
    file = await open(path, flags);
  } catch {
    return undefined; // missing, a link, or unreadable: callers treat these alike
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return undefined;
    // One extra byte shows whether the cut is at the end of a line.
    const last = Math.min(stat.size, end);
    const start = Math.max(0, last - maxBytes - 1);
    const bytes = await readFrom(file, start, last - start);
    const kept = lastLines(bytes, { from: start, maxLines });
    return { bytes: kept, size: stat.size, cut: kept.length < last };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

async function readFrom(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, Math.min(CHUNK, length - filled), start + filled);
    if (bytesRead === 0) break; // truncated while it is being read
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function lastLines(read: Buffer, { from, maxLines }: { from: number; maxLines: number }): Buffer {
  const bytes = from === 0 ? read : afterFirstLine(read);
  // The line feed that ends the last line does not begin another one.
  let begin = bytes.length - 1;
  for (let lines = 0; lines < maxLines && begin > 0; lines++) begin = bytes.lastIndexOf(10, begin - 1);
  return begin > 0 ? bytes.subarray(begin + 1) : bytes;
}

function afterFirstLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf(10);
  return bytes.subarray(end === -1 ? bytes.length : end + 1);
}

/** A conversation that is copied has to be read from its beginning. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Reads the whole file of a conversation. Throws `HoldfastError` if it is missing or too large. */
export async function readWhole(path: string): Promise<Buffer> {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  const tail =
    size > MAX_BYTES ? undefined : await readTail(path, MAX_BYTES, { maxLines: Number.POSITIVE_INFINITY });
  if (tail) return tail.bytes;
  const [code, why] =
    size > MAX_BYTES ? (["too_large", "is too large"] as const) : (["not_found", "is gone"] as const);
  throw new HoldfastError(code, `The transcript ${path} ${why}.`, { next: FORK_ADVICE });
}

/** The next step if a conversation cannot be copied. */
export const FORK_ADVICE = "Start a new conversation; `holdfast resume` brings the report.";

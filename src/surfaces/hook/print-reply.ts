import { writeSync } from "node:fs";
import { hasReader } from "../../files/has-reader.ts";

/** A pipe whose reader is slow takes nothing for a moment. */
const ATTEMPTS = 200;
const PAUSE_MS = 5;

/**
 * Writes a reply to standard output. Returns whether all of it was written: the agent may have closed its end, or the
 * disk of a redirected output may be full. Written synchronously, since the process may end immediately afterwards.
 */
export function printReply(reply: string): boolean {
  if (!hasReader()) return false;
  const bytes = Buffer.from(reply);
  let written = 0;
  for (let attempts = 0; written < bytes.length && attempts < ATTEMPTS; attempts += 1) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (!isTemporary(error)) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  return written === bytes.length;
}

function isTemporary(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

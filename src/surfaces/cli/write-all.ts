import { writeSync } from "node:fs";

const PAUSE_MS = 2;

/**
 * Writes all of a text to a descriptor before it returns. `process.stdout` would load streams and sockets, a tenth of
 * the start-up time. A reader such as `head` may exit early, which is not an error.
 */
export function writeAll(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") throw error;
      // A full pipe in non-blocking mode: wait for its reader.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

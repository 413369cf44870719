import { createHash } from "node:crypto";
import type { BundleLine } from "./bundle-line.ts";

/** Encodes lines as JSON, one per line, and adds the last one, which covers all others. */
export async function* writeLines(lines: AsyncIterable<BundleLine>): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const line of lines) {
    const bytes = encode(line);
    hash.update(bytes);
    count += 1;
    yield bytes;
  }
  yield encode({ type: "end", lines: count, sha256: hash.digest("hex") });
}

function encode(line: BundleLine): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

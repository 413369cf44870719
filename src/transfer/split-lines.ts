/**
 * Splits bytes at line feeds, unlike `readline`, which also takes other separators that text may contain. Undefined
 * stands for a line of more than `maxBytes`. A last line without a line feed is left out: it is still being written.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Buffer | undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      size += at - from;
      yield size > maxBytes ? undefined : Buffer.concat([...parts, chunk.subarray(from, at)]);
      parts = [];
      size = 0;
      from = at + 1;
    }
    size += chunk.length - from;
    parts = size > maxBytes ? [] : [...parts, chunk.subarray(from)];
  }
}

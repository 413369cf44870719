import { HoldfastError } from "../../kernel/errors.ts";

const MAX_BYTES = 1024 * 1024;

/** The body as bytes. Stops reading at the limit, so that a large body is never held in memory. */
export async function readBody({ body, headers }: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get("content-length")) > MAX_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): HoldfastError {
  return new HoldfastError("too_large", `A body has at most ${MAX_BYTES} bytes.`);
}

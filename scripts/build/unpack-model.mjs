import { readFileSync, writeFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const SOURCE = new URL("../../src/statements/model.json", import.meta.url);

/** The name that `src/statements/model.ts` is given. */
export const UNPACKED_MODEL = "model.bin";

/** Writes the model as the programs read it: the scale as eight bytes, then a byte for each weight. */
export function unpackModel(dist) {
  const { scale, weights } = JSON.parse(readFileSync(SOURCE, "utf8"));
  const head = Buffer.alloc(Float64Array.BYTES_PER_ELEMENT);
  head.writeDoubleLE(scale);
  writeFileSync(
    `${dist}/${UNPACKED_MODEL}`,
    Buffer.concat([head, inflateRawSync(Buffer.from(weights, "base64"))]),
  );
}

import { readFileSync, writeFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const SOURCE = new URL("../../src/statements/model.json", import.meta.url);

/** The file name, which the build passes to `src/statements/model.ts`. */
export const UNPACKED_MODEL = "model.bin";

/** Writes the model in the form that programs read: the scale as eight bytes, then one byte for each weight. */
export function unpackModel(dist) {
  const { scale, weights } = JSON.parse(readFileSync(SOURCE, "utf8"));
  const head = Buffer.alloc(Float64Array.BYTES_PER_ELEMENT);
  head.writeDoubleLE(scale);
  writeFileSync(
    `${dist}/${UNPACKED_MODEL}`,
    Buffer.concat([head, inflateRawSync(Buffer.from(weights, "base64"))]),
  );
}

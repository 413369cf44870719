import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import trained from "./model.json" with { type: "json" };

/** What the model predicts, each independently: whether the next session needs a sentence, and which kind of statement it is. */
export const HEADS = ["worth", "constraint", "decision", "todo"] as const;
export type Head = (typeof HEADS)[number];

interface Model {
  /** Ordered by bucket, then by head. */
  weights: Int8Array;
  scale: number;
}

/**
 * The name of the file beside the programs to which their build unpacks the model: to inflate it takes a hook longer than
 * all else that it does with a prompt. The library and tests do not have it.
 */
declare const UNPACKED_MODEL: string;

let model: Model | undefined;

/** The weights, decoded on first use: most commands classify nothing. */
export function loadModel(): Model {
  model ??= typeof UNPACKED_MODEL === "undefined" ? inflated() : read(UNPACKED_MODEL);
  return model;
}

function inflated(): Model {
  const bytes = inflateRawSync(Buffer.from(trained.weights, "base64"));
  return { weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), scale: trained.scale };
}

/** The scale, then the weights (`scripts/build/unpack-model.mjs`). */
function read(name: string): Model {
  const bytes = readFileSync(join(import.meta.dirname, name));
  const at = Float64Array.BYTES_PER_ELEMENT;
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
  return { weights, scale: bytes.readDoubleLE(0) };
}

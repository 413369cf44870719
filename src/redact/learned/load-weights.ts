import { inflateRawSync } from "node:zlib";
import trained from "./model.json" with { type: "json" };

export interface Weights {
  /** By bucket. */
  steps: Int8Array;
  scale: number;
}

let weights: Weights | undefined;

/** Decoded on first use: a text without a cue needs none. */
export function loadWeights(): Weights {
  if (weights === undefined) {
    const bytes = inflateRawSync(Buffer.from(trained.weights, "base64"));
    weights = { steps: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), scale: trained.scale };
  }
  return weights;
}

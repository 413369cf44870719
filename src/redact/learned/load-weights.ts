import { inflateRawSync } from "node:zlib";
import trained from "./model.json" with { type: "json" };

export interface Weights {
  /** By bucket. */
  steps: Int8Array;
  scale: number;
  /** The weights of a glance. A value is examined further if its sum is at least `least`. */
  glance: { steps: Int8Array; least: number };
}

let weights: Weights | undefined;

/** Decodes the weights on first use: a text without a cue needs none. */
export function loadWeights(): Weights {
  if (weights === undefined) {
    const { least, weights: glance } = trained.glance;
    weights = {
      steps: inflate(trained.weights),
      scale: trained.scale,
      glance: { steps: inflate(glance), least },
    };
  }
  return weights;
}

/** Whether a value is worth a closer look, by the buckets of `glanceAt`. */
export function isPromising(glance: Uint16Array): boolean {
  const { steps, least } = loadWeights().glance;
  let sum = 0;
  for (const bucket of glance) sum += steps[bucket] ?? 0;
  return sum >= least;
}

function inflate(packed: string): Int8Array {
  const bytes = inflateRawSync(Buffer.from(packed, "base64"));
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

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

let model: Model | undefined;

/** The weights, decoded on first use: most commands classify nothing. */
export function loadModel(): Model {
  if (model === undefined) {
    const bytes = inflateRawSync(Buffer.from(trained.weights, "base64"));
    model = { weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), scale: trained.scale };
  }
  return model;
}

import { featuresOf, type Utterance } from "./features.ts";
import { HEADS, type Head, loadModel } from "./model.ts";

/** For each head the probability that it is true of the utterance. */
export type Judgment = Record<Head, number>;

/** Judges an utterance by a linear model; how it was trained and what it scores stands in `docs/recovery.md`. */
export function classify(utterance: Utterance): Judgment {
  const { weights, scale } = loadModel();
  const features = featuresOf(utterance);
  const score = (head: number) => {
    let sum = 0;
    for (const [bucket, value] of features) sum += value * (weights[bucket * HEADS.length + head] ?? 0);
    return 1 / (1 + Math.exp(-sum * scale));
  };
  return Object.fromEntries(HEADS.map((head, i) => [head, score(i)])) as Judgment;
}

import { featuresOf, type Utterance } from "./features.ts";
import { HEADS, type Head, loadModel } from "./model.ts";

/** For each head, the probability that it applies to the utterance. */
export type Scores = Record<Head, number>;

/** Classifies an utterance with a linear model; `docs/recovery.md` describes its training and results. */
export function classify(utterance: Utterance): Scores {
  const { weights, scale } = loadModel();
  const features = featuresOf(utterance);
  const score = (head: number) => {
    let sum = 0;
    for (const [bucket, value] of features) sum += value * (weights[bucket * HEADS.length + head] ?? 0);
    return 1 / (1 + Math.exp(-sum * scale));
  };
  return Object.fromEntries(HEADS.map((head, i) => [head, score(i)])) as Scores;
}

import { deflateRawSync } from "node:zlib";
import { shuffle } from "./real-text.mjs";

const EPOCHS = 5;
const RATE = 0.08;
const DECAY = 5e-5;
/** What fewer values have teaches nothing that holds elsewhere. */
const SEEN = 4;
/** Steps between nothing and the largest weight but the outliers. */
const STEPS = 24;
const OUTLIERS = 0.001;

/** The mean of some regressions: the order of the rows, which is chance, decides less. */
const RUNS = 4;

/** The weights of the buckets of values; the same rows give the same weights. */
export function train(rows, buckets, random) {
  const sum = new Float32Array(buckets);
  for (let run = 0; run < RUNS; run++)
    for (const [bucket, weight] of regress(rows, buckets, random).entries()) sum[bucket] += weight / RUNS;
  return sum;
}

/** A logistic regression by AdaGrad. */
function regress(rows, buckets, random) {
  const weights = new Float32Array(buckets);
  const squares = new Float32Array(buckets).fill(0.01);
  const order = [...rows.keys()];
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const at of shuffle(order, random)) {
      const row = rows[at];
      let sum = 0;
      for (const bucket of row.buckets) sum += weights[bucket];
      const error = (1 / (1 + Math.exp(-sum)) - row.answer) * row.weight;
      for (const bucket of row.buckets) {
        const gradient = error + DECAY * weights[bucket];
        squares[bucket] += gradient * gradient;
        weights[bucket] -= (RATE * gradient) / Math.sqrt(squares[bucket]);
      }
    }
  return weights;
}

/** The weights as whole numbers, packed. */
export function pack(weights, rows) {
  const seen = new Uint32Array(weights.length);
  for (const { buckets } of rows) for (const bucket of new Set(buckets)) seen[bucket] += 1;
  const kept = weights.map((weight, bucket) => (seen[bucket] >= SEEN ? weight : 0));
  const sizes = [...kept]
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort((a, b) => a - b);
  const scale = sizes[Math.floor(sizes.length * (1 - OUTLIERS))] / STEPS;
  const steps = Int8Array.from(kept, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))));
  return {
    scale,
    steps,
    weights: deflateRawSync(Buffer.from(steps.buffer), { level: 9 }).toString("base64"),
  };
}

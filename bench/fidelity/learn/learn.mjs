import { deflateRawSync } from "node:zlib";

/** Found by cross-validation over the learning sessions. */
const EPOCHS = 8;
const RATE = 0.03;
const DECAY = 0.001;
const SEED = 7;

/** Trains one logistic regression per head on the same features with AdaGrad, in shuffled order. The same rows give the same weights. */
export function learn(rows, { buckets, heads }) {
  const weights = new Float32Array(buckets * heads);
  const squares = new Float32Array(buckets * heads).fill(0.001);
  const random = generator(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const { features, answers, weight } of shuffled(rows, random))
      for (const [head, answer] of answers.entries()) {
        if (answer === null) continue;
        let sum = 0;
        for (const [bucket, value] of features) sum += value * weights[bucket * heads + head];
        const error = (1 / (1 + Math.exp(-sum)) - answer) * weight;
        for (const [bucket, value] of features) {
          const k = bucket * heads + head;
          const gradient = error * value + DECAY * weights[k];
          squares[k] += gradient * gradient;
          weights[k] -= (RATE * gradient) / Math.sqrt(squares[k]);
        }
      }
  return weights;
}

/** Features of fewer sentences do not generalize. */
const SEEN = 3;
/** Quantization steps up to the largest weight that is no outlier; the file contains the size of a step. */
const STEPS = 12;
const OUTLIERS = 0.001;

/** The weights, quantized and compressed. */
export function pack(weights, rows, { buckets, heads }) {
  const seen = new Uint32Array(buckets);
  for (const { features } of rows) for (const bucket of features.keys()) seen[bucket] += 1;
  const kept = weights.map((weight, i) => (seen[Math.floor(i / heads)] >= SEEN ? weight : 0));
  const sizes = [...kept]
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort((a, b) => a - b);
  const scale = sizes[Math.floor(sizes.length * (1 - OUTLIERS))] / STEPS;
  const whole = Int8Array.from(kept, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))));
  return { scale, weights: deflateRawSync(Buffer.from(whole.buffer), { level: 9 }).toString("base64") };
}

function shuffled(rows, random) {
  const order = [...rows];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** A linear congruential generator (Numerical Recipes), so that every run has the same order. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

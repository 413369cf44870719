/** The number of weights. A power of two; it determines the size of the model file. */
export const BUCKETS = 1 << 16;

const PRIME = 0x01000193;

/** Collects the buckets of a value's features; bucket 0 is the bias. `cross` also joins a feature with the class. */
export interface FeatureList {
  /** A copy of the buckets added so far. */
  buckets(): Uint16Array;
  add(template: number, text: string): void;
  cross(template: number, text: string): void;
}

export function createFeatureList(valueClass: number): FeatureList {
  let count = 1;
  return {
    buckets: () => collected.slice(0, count),
    add(template, text) {
      collected[count++] = bucketOf(hash(template, text));
    },
    cross(template, text) {
      const alone = hash(template, text);
      collected[count++] = bucketOf(alone);
      collected[count++] = bucketOf(Math.imul(alone ^ (valueClass + 0x9e37), PRIME));
    },
  };
}

/** Shared: only one list is filled at a time. The first bucket is the bias. A value has fewer than 200 features. */
const collected = new Uint16Array(512);

/** FNV-1a over UTF-16 code units, seeded with the number of the feature's template. */
function hash(template: number, text: string): number {
  let value = Math.imul(0x811c9dc5 ^ template, PRIME);
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), PRIME);
  return value;
}

function bucketOf(value: number): number {
  return 1 + (((value ^ (value >>> 15)) >>> 0) % (BUCKETS - 1));
}

/** Finds every keyword of a list in one pass over a text, whatever the number of keywords. */
export interface KeywordIndex {
  /** Calls `hit` for each occurrence, in the order of the text; upper and lower case are alike. */
  scan(text: string, hit: (keyword: number, start: number) => void): void;
}

const BUCKETS = 1 << 14;

/** Keywords have three characters or more; the first three, hashed, lead to the candidates. */
export function createKeywordIndex(keywords: readonly string[]): KeywordIndex {
  const folded = keywords.map((keyword) => keyword.toLowerCase());
  const buckets: (number[] | undefined)[] = Array.from({ length: BUCKETS });
  for (const [id, keyword] of folded.entries()) {
    if (keyword.length < 3) throw new RangeError(`The keyword ${keyword} is shorter than three characters.`);
    const slot = hash(keyword.charCodeAt(0), keyword.charCodeAt(1), keyword.charCodeAt(2));
    const bucket = buckets[slot];
    if (bucket === undefined) buckets[slot] = [id];
    else bucket.push(id);
  }
  return {
    scan(text, hit) {
      let first = fold(text.charCodeAt(0));
      let second = fold(text.charCodeAt(1));
      for (let at = 2; at < text.length; at++) {
        const third = fold(text.charCodeAt(at));
        const bucket = buckets[hash(first, second, third)];
        if (bucket !== undefined) {
          for (const id of bucket) if (occurs(folded[id] ?? "", text, at - 2)) hit(id, at - 2);
        }
        first = second;
        second = third;
      }
    },
  };
}

function occurs(keyword: string, text: string, at: number): boolean {
  for (let i = 0; i < keyword.length; i++) {
    if (fold(text.charCodeAt(at + i)) !== keyword.charCodeAt(i)) return false;
  }
  return true;
}

function fold(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function hash(a: number, b: number, c: number): number {
  return ((a * 961) ^ (b * 31) ^ c) & (BUCKETS - 1);
}

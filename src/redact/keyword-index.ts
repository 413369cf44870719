/** Finds every keyword of a list in one pass over a text, regardless of the number of keywords. */
export interface KeywordIndex {
  /** Calls `hit` for each occurrence, in text order and without regard to ASCII case. */
  scan(text: string, hit: (keyword: number, start: number) => void): void;
}

const BUCKETS = 1 << 14;
const NONE = -1;

/** Keywords have at least three characters; the hash of the first three selects the candidates. */
export function createKeywordIndex(keywords: readonly string[]): KeywordIndex {
  const folded = keywords.map((keyword) => keyword.toLowerCase());
  // The first keyword of each bucket, and the next after each keyword. Typed arrays, because every start builds them.
  const first = new Int16Array(BUCKETS).fill(NONE);
  const next = new Int16Array(folded.length).fill(NONE);
  for (let id = folded.length - 1; id >= 0; id--) {
    const keyword = folded[id] ?? "";
    if (keyword.length < 3) throw new RangeError(`The keyword ${keyword} is shorter than three characters.`);
    const slot = hash(keyword.charCodeAt(0), keyword.charCodeAt(1), keyword.charCodeAt(2));
    next[id] = first[slot] ?? NONE;
    first[slot] = id;
  }
  return {
    scan(text, hit) {
      let before = fold(text.charCodeAt(0));
      let second = fold(text.charCodeAt(1));
      for (let at = 2; at < text.length; at++) {
        const third = fold(text.charCodeAt(at));
        for (let id = first[hash(before, second, third)] ?? NONE; id !== NONE; id = next[id] ?? NONE) {
          if (occurs(folded[id] ?? "", text, at - 2)) hit(id, at - 2);
        }
        before = second;
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

import UFuzzy from "@leeoniya/ufuzzy";

/** One error is tolerated in words from this length on; shorter ones would match nearly everything. */
const LONG_WORD = 5;
const ASCII = /^[\x20-\x7e]*$/;

/** Finds the texts that contain every word of a query, in any order and case, with one typing error in longer words. */
export interface Matcher {
  /** The positions of the matching texts. */
  filter(texts: string[]): number[];
  /** The matched parts of a text: begin and end of each, in order, without overlap. */
  rangesIn(text: string): [begin: number, end: number][];
}

export function createMatcher(query: string): Matcher {
  // The library reads quotes and a leading minus as operators, and finds nothing for a word of punctuation alone.
  const words = query.split(/[\s"]+/).map((word) => word.replace(/^-+/, ""));
  const terms = words
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => ({ word, fuzzy: createFuzzy(word) }));
  return {
    filter(texts) {
      let found: number[] | undefined;
      for (const { word, fuzzy } of terms) found = fuzzy.filter(texts, word, found) ?? [];
      return found ?? texts.map((_, i) => i);
    },
    rangesIn: (text) => merged(terms.flatMap(({ word, fuzzy }) => rangesOf(fuzzy, word, text))),
  };
}

/**
 * Whether every text that matches a query also matches an earlier one, so that only those have to be searched again: a
 * word was added, or letters at the end of the last one. Where that starts to tolerate an error, more may match.
 */
export function isNarrower(query: string, earlier: string): boolean {
  if (!query.startsWith(earlier)) return false;
  const last = /[A-Za-z]*$/.exec(earlier)?.[0] ?? "";
  const [added = ""] = query.slice(earlier.length).split(/\s/);
  if (added === "") return true;
  const isWord = /(?:^|\s)[A-Za-z]*$/.test(earlier) && /^[A-Za-z]+$/.test(added);
  return isWord && last.length >= LONG_WORD === last.length + added.length >= LONG_WORD;
}

/** A word with other letters needs patterns for Unicode, which are slower. */
function createFuzzy(word: string): UFuzzy {
  const intraMode = word.length >= LONG_WORD ? 1 : 0;
  if (ASCII.test(word)) return new UFuzzy({ intraMode, intraIns: intraMode });
  return new UFuzzy({
    unicode: true,
    intraMode,
    intraIns: intraMode,
    interSplit: "[^\\p{L}\\d']+",
    intraSplit: "\\p{Ll}\\p{Lu}",
    intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
    intraChars: "[\\p{L}\\d']",
    intraContr: "'\\p{L}{1,2}\\b",
  });
}

function rangesOf(fuzzy: UFuzzy, word: string, text: string): [number, number][] {
  const found = fuzzy.filter([text], word);
  if (!found || found.length === 0) return [];
  const [flat = []] = fuzzy.info(found, [text], word).ranges;
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? 0, flat[2 * i + 1] ?? 0]);
}

function merged(ranges: [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  for (const [begin, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = kept.at(-1);
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else kept.push([begin, end]);
  }
  return kept;
}

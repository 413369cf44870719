import type { Sentence } from "../kernel/statement.ts";

/** A sentence is related if it shares terms of this weight: a rare word, two rare pairs of characters, or the name of a file. */
const RELATED = 0.8;
/** A term of more than this share of the sentences says nothing about a subject. */
const COMMON_SHARE = 0.06;
/** In a short session a term of as many sentences is still rare. */
const COMMON_LEAST = 3;
/** Bigrams overlap: each counts less than a word. */
const BIGRAM_WEIGHT = 0.5;
/** Sentences of less worth are probably small talk. */
const LEAST_WORTH = 0.3;

/**
 * Which of the `candidates` speak of what a text speaks of, most related first. Terms are weighted by their rarity among all
 * sentences of the session, so that no list of words is needed in any language.
 */
export function findRelated(
  text: string,
  { candidates, all }: { candidates: readonly Sentence[]; all: readonly Sentence[] },
): Sentence[] {
  const wanted = termsOf(text);
  const counts = countTerms(all, wanted);
  const most = Math.max(COMMON_LEAST, all.length * COMMON_SHARE);
  const scored = candidates.map((sentence) => {
    const shared = [...termsOf(sentenceText(sentence))].filter((term) => wanted.has(term));
    const rare = shared.filter((term) => (counts.get(term) ?? 0) <= most);
    return { sentence, score: rare.reduce((sum, term) => sum + weightOf(term, counts.get(term) ?? 1), 0) };
  });
  return scored
    .filter(({ sentence, score }) => score >= RELATED && sentence.worth >= LEAST_WORTH)
    .toSorted((a, b) => b.score * b.sentence.worth - a.score * a.sentence.worth)
    .map(({ sentence }) => sentence);
}

function sentenceText({ text, asked }: Sentence): string {
  return asked === null ? text : `${text} ${asked}`;
}

function countTerms(sentences: readonly Sentence[], wanted: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const term of termsOf(sentenceText(sentence)))
      if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function weightOf(term: string, count: number): number {
  if (FILE.test(term)) return RELATED;
  const rarity = count === 1 ? 1 : 0.8;
  return BIGRAM.test(term) ? rarity * BIGRAM_WEIGHT : rarity;
}

const FILE = /^[\p{L}\p{N}_-]+\.[a-z]\w{0,4}$/u;
const WORD = /[\p{L}\p{M}\p{N}_-]+(?:\.[a-z]\w{0,4}\b)?/gu;
/** Scripts without spaces between words, and one whose words carry their particles. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const BIGRAM = new RegExp(`^${UNSPACED.source}{2}$`, "u");
const SHORTEST_WORD = 5;
/** Endings change in most languages; as many characters of a word are compared. */
const STEM = 6;

/** What a text speaks of: names of files, the beginnings of longer words, numbers; pairs of characters where words have no spaces. */
function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of text.normalize("NFKC").toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(word)) for (const pair of bigrams(word)) terms.add(pair);
    else if (FILE.test(word)) terms.add(word).add(word.slice(0, Math.min(STEM, word.lastIndexOf("."))));
    else if (word.length >= SHORTEST_WORD || /\d{2}/.test(word)) terms.add(word.slice(0, STEM));
  }
  return terms;
}

function bigrams(word: string): string[] {
  const characters = Array.from(word);
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

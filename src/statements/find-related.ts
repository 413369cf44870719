import type { Sentence } from "../kernel/statement.ts";

/** Minimum weight of shared terms in a related sentence: a rare word, two rare bigrams, or a file name. */
const RELATED = 0.8;
/** A term that occurs in more than this share of the sentences is common and says nothing about the subject. */
const COMMON_SHARE = 0.06;
/** A term that occurs in at most this many sentences is rare even in a short session. */
const COMMON_LEAST = 3;
/** Bigrams overlap, so each counts less than a word. */
const BIGRAM_WEIGHT = 0.5;
/** Sentences that are worth less are probably small talk. */
const MIN_WORTH = 0.3;

/**
 * Finds the `candidates` that are about the same subject as a text, most related first. Terms are weighted by their
 * rarity among all sentences of the session, so that no language needs a list of stop words.
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
    .filter(({ sentence, score }) => score >= RELATED && sentence.worth >= MIN_WORTH)
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
/** Scripts without spaces between words, and Hangul, whose words include their particles. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const BIGRAM = new RegExp(`^${UNSPACED.source}{2}$`, "u");
const MIN_WORD_LENGTH = 5;
/** Only this many characters of a word are compared, since endings change in most languages. */
const STEM = 6;

/** Extracts the terms of a text: file names, stems of longer words, numbers, and bigrams in scripts without spaces. */
function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of text.normalize("NFKC").toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(word)) for (const pair of bigrams(word)) terms.add(pair);
    else if (FILE.test(word)) terms.add(word).add(word.slice(0, Math.min(STEM, word.lastIndexOf("."))));
    else if (word.length >= MIN_WORD_LENGTH || /\d{2}/.test(word)) terms.add(word.slice(0, STEM));
  }
  return terms;
}

function bigrams(word: string): string[] {
  const characters = Array.from(word);
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

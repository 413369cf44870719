import { createDetector, type Detector } from "../detector.ts";
import type { Span } from "../span.ts";

const REACH = 240;
const LONGEST = 480;
const WORD = "[a-z]{3,8}";
/** Between two words: spaces, list and table punctuation, and the number of the next word. */
const BETWEEN = "[^A-Za-z]{1,12}";
const WORDS = new RegExp(`(?<![A-Za-z-])${WORD}(?:${BETWEEN}${WORD}){11,47}(?![A-Za-z])`, "g");
/** Phrases have 12 to 24 words in steps of three: more words in the sentence do not belong to the phrase. */
const COUNTS = [24, 21, 18, 15, 12];
/** Words that occur in most sentences but in no wallet word list. */
const SENTENCE_WORDS =
  /(?<![a-z])(?:the|and|for|are|was|not|has|have|from|your|must|should|can|but|its)(?![a-z])/;

/** The words that restore a wallet: in a row, numbered, or one per line. */
export const seedPhraseDetector: Detector = createDetector(
  [
    "mnemonic",
    "seed",
    "recovery phrase",
    "recovery words",
    "recovery_phrase",
    "secret phrase",
    "backup phrase",
    "wallet",
    "metamask",
    "bip39",
    "bip-39",
    "12 words",
    "24 words",
    "ledger",
    "trezor",
    "frase semilla",
    "frase de recuper",
    "frase semente",
    "frase-semente",
    "carteira",
    "billetera",
    "monedero",
    "portafoglio",
    "geldbörse",
    "portmonee",
    "wiederherstellung",
    "phrase de récupération",
    "助记词",
    "ニーモニック",
    "сид-фраз",
  ],
  findSeedPhrase,
);

function findSeedPhrase(text: string, at: number): Span | undefined {
  const from = Math.max(0, at - LONGEST);
  for (const { 0: words, index } of text.slice(from, at + REACH + LONGEST).matchAll(WORDS)) {
    const list = findList(words);
    if (list === undefined || from + index + list.start > at + REACH) continue;
    return { start: from + index + list.start, end: from + index + list.end };
  }
  return undefined;
}

/** The first run of at least twelve words with equal separators, ignoring numbers and line breaks. */
function findList(words: string): Span | undefined {
  const all = [...words.matchAll(/[a-z]+/g)].map((word) => ({
    start: word.index,
    end: word.index + word[0].length,
  }));
  const marks = all.map(({ start }, i) => {
    return i === 0
      ? ""
      : words
          .slice(all[i - 1]?.end, start)
          .replace(/\d+/g, "0")
          .trim();
  });
  for (let first = 0; first < all.length; first++) {
    let end = first + 1;
    while (end < all.length && (end === first + 1 || marks[end] === marks[end - 1])) end++;
    const count = COUNTS.find((size) => size <= end - first);
    const [start, last] = [all[first], all[first + (count ?? 0) - 1]];
    if (count === undefined || start === undefined || last === undefined) continue;
    if (!SENTENCE_WORDS.test(words.slice(start.start, last.end)))
      return { start: start.start, end: last.end };
  }
  return undefined;
}

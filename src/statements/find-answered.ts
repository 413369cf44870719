import type { Offer } from "../kernel/statement.ts";
import type { Option } from "./find-offer.ts";
import { displayWidth, plainWords } from "./split-sentences.ts";

/** What a sentence responds to: the option that it chooses, or the question that it answers. */
export interface AnswerMatch {
  text: string;
  reply: "choice" | "answer";
}

/**
 * Maximum width of an answer to a question, in columns. Longer sentences count as answers only if they begin with a
 * yes.
 */
const MAX_ANSWER = 100;
const MAX_ANSWER_AFTER_YES = 220;

/**
 * Finds the part of an offer that a sentence of the prompt responds to. Only the first sentence can answer a question.
 */
export function findAnswered(offer: Offer, sentence: string, index: number): AnswerMatch | null {
  const isQuestion = /[?？؟]\s*$/.test(sentence);
  const option = offer.options.length > 1 && findChosenOption(offer.options, sentence, { index, isQuestion });
  if (option) return { text: option, reply: "choice" };
  return index > 0 || isQuestion || isLong(sentence) ? null : findReferenced(offer, sentence);
}

function isLong(sentence: string): boolean {
  return displayWidth(sentence) > (startsWithYes(sentence) ? MAX_ANSWER_AFTER_YES : MAX_ANSWER);
}

/** Finds what a short answer refers to: a clause of the agent, its question, or an item that it enumerated. */
function findReferenced({ question, sentences }: Offer, sentence: string): AnswerMatch | null {
  const repeated = findRepeatedClause(sentences, sentence);
  if (repeated !== undefined) return { text: repeated, reply: "choice" };
  if (question !== null) return { text: question, reply: "answer" };
  const counts = [...ORDINALS, MIDDLE, LAST].some((ordinal) =>
    isChoice(ordinal, sentence.slice(0, CHOICE_CHARS / 2)),
  );
  return counts && sentences.length > 0 ? { text: sentences.slice(-2).join(" "), reply: "choice" } : null;
}

/** A sentence of at most this width, in columns, may refer to a clause by repeating its words. */
const REPEATING = 70;

/** Finds the clause in the agent's last sentences whose words the user repeats. */
function findRepeatedClause(sentences: readonly string[], sentence: string): string | undefined {
  if (displayWidth(sentence) > REPEATING) return undefined;
  const clauses = sentences.flatMap((each) => each.split(/(?<=[,;:、，；：،؛])\s*/u));
  const at = findBestMatch(clauses, sentence, REPEATED);
  return at < 0 ? undefined : clauses[at];
}

/** The ordinals from first to fourth in many languages. */
const ORDINALS: readonly RegExp[] = [
  /\b(?:first|1st|former|erste[nrs]?|premi[eè]re?|primer[ao]?|primeir[ao]|prim[ao]|pierwsz\p{L}+|birinci\p{L}*|thứ nhất|pehl[aei]\w*)(?!\p{L})|перв\p{L}+|перш\p{L}+|第一|一番目|最初の|一つ目|1つ目|前者|첫\s?번째|पहल[\p{L}\p{M}]*|الأول\p{L}*/iu,
  /\b(?:second|2nd|zweite[nrs]?|deuxi[eè]me|seconde?|segund[ao]|second[ao]|drug\p{L}+|ikinci\p{L}*|thứ hai|d[uo]+sr[aei]\w*)(?!\p{L})|втор\p{L}+|друг(?:ий|а|у)(?!\p{L})|第二|二番目|二つ目|2つ目|두\s?번째|दूसर[\p{L}\p{M}]*|الثاني\p{L}*/iu,
  /\b(?:third|3rd|dritte[nrs]?|troisi[eè]me|tercer[ao]?|terceir[ao]|terz[ao]|trzeci\p{L}*|üçüncü\p{L}*|thứ ba|t[ie]+sr[aei]\w*)(?!\p{L})|трет\p{L}+|第三|三番目|三つ目|3つ目|세\s?번째|तीसर[\p{L}\p{M}]*|الثالث\p{L}*/iu,
  /\b(?:fourth|4th|vierte[nrs]?|quatri[eè]me|cuart[ao]|quart[ao]|czwart\p{L}+|dördüncü\p{L}*|chauth[aei]\w*)(?!\p{L})|четв[её]рт\p{L}+|第四|四番目|四つ目|4つ目|네\s?번째|चौथ[\p{L}\p{M}]*|الرابع\p{L}*/iu,
];
const MIDDLE =
  /\b(?:middle|mittler\p{L}+|milieu|medio|meio|mezzo|środkow\p{L}+|ortadaki\p{L}*|giữa|beech)(?!\p{L})|средн\p{L}+|середн\p{L}+|中间|真ん中|가운데|बीच|الأوسط|الوسط/iu;
const LAST =
  /\b(?:last|latter|letzte[nrs]?|derni[eè]re?|últim[ao]|ultim[ao]|ostatni\p{L}*|sonuncu\p{L}*|cuối|aakhri)(?!\p{L})|последн\p{L}+|останн\p{L}+|最後の|后者|後者|最后|마지막|आख[िी]र[\p{L}\p{M}]*|الأخير\p{L}*/iu;
/** Choices are looked for only in this many characters at the beginning of a sentence. */
const CHOICE_CHARS = 60;

interface Position {
  index: number;
  isQuestion: boolean;
}

/** Finds the option that is chosen by its mark, its number, or words that no other option has. */
function findChosenOption(
  options: readonly Option[],
  sentence: string,
  { index, isQuestion }: Position,
): string | undefined {
  const start = sentence.slice(0, CHOICE_CHARS);
  const marked = options
    .map(({ mark, text }) => ({ text, at: findMark(mark, start) }))
    .filter(({ at }) => at >= 0 && (!isQuestion || at === 0));
  if (marked.length > 0) return marked.toSorted((a, b) => a.at - b.at)[0]?.text;
  if (isQuestion) return undefined;
  return findByNumber(options, start) ?? (index === 0 ? findByWords(options, sentence) : undefined);
}

function findByNumber(options: readonly Option[], start: string): string | undefined {
  const numbers = ORDINALS.flatMap((ordinal, i) => (isChoice(ordinal, start) ? [i] : []));
  const [number, another] = numbers.filter((i) => i < options.length);
  if (number !== undefined && another === undefined) return options[number]?.text;
  if (isChoice(LAST, start)) return options.at(-1)?.text;
  return isChoice(MIDDLE, start) && options.length % 2 === 1
    ? options[(options.length - 1) / 2]?.text
    : undefined;
}

/**
 * Whether an ordinal refers to an option: "the second, but …" and "erste Variante" do, "texts first" and "in the first
 * entry" do not. In Latin script, at most an article may precede it, and the only nouns that may follow are words for a
 * choice.
 */
function isChoice(ordinal: RegExp, start: string): boolean {
  const found = ordinal.exec(start);
  if (found === null) return false;
  if (!/\p{Script=Latin}/u.test(found[0])) return true;
  const before = /([\p{L}\p{N}'’]+)\s*$/u.exec(start.slice(0, found.index))?.[1] ?? "";
  const after = /^\s+([\p{L}\p{N}]+)/u.exec(start.slice(found.index + found[0].length))?.[1] ?? "";
  return /^\p{L}{0,3}$/u.test(before) && (/^\p{Ll}{0,5}$/u.test(after) || CHOICE_WORD.test(after));
}

const CHOICE_WORD =
  /^(?:option|variant|approach|version|alternativ|choice|suggest|propos|möglichkeit|vorschlag|lösung|opci|opç|opz|soluci|soluti|méthode|idee|idea|please)/iu;

/**
 * Index of a mark that stands alone (`B`, `b.`, `2 bitte`, `第2个`, `Вариант Б`); -1 if it belongs to a word or a
 * quantity.
 */
function findMark(mark: string, sentence: string): number {
  if (mark === "") return -1;
  const upper = mark.toUpperCase();
  if (isOpening(mark, sentence)) return 0;
  if (isNumber(mark) && isAmount(mark, sentence)) return -1;
  const closed = `(?<=\\s)${mark}(?=[,.;!)、，。](?!\\p{N})|$)`;
  if (/[甲乙丙丁戊]/u.test(mark)) return sentence.indexOf(mark);
  const before =
    "(?<=[^\\p{L}\\p{N}.,:/-]|[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])";
  const alone = `${before}${upper}(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}'’:/%-]|[.,]\\p{N})`;
  return sentence.search(new RegExp(`${closed}|${alone}`, "u"));
}

/** `B`, `b.`, `2 then`, `A 就够了`, but not `A test`. */
function isOpening(mark: string, sentence: string): boolean {
  const upper = mark.toUpperCase();
  if (new RegExp(`^["'(«„]*(?:${mark}|${upper})(?:$|[.,;:!?)）、，。]|\\s*[-–—])`, "u").test(sentence))
    return true;
  if (/\p{Script=Hangul}/u.test(mark) || SMALL_AND_WORD.test(sentence)) return sentence.startsWith(mark);
  if (isNumber(mark)) return new RegExp(`^${mark}(?![\\p{N}.,:%]|\\s*\\p{Lu})`, "u").test(sentence);
  if (
    upper === mark ||
    !new RegExp(`^${upper}(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}])`, "u").test(sentence)
  )
    return false;
  return !ARTICLE.test(sentence);
}

function isNumber(mark: string): boolean {
  return /\p{N}/u.test(mark);
}

/** "b please". Excludes lower-case letters that are words in some language, and longer sentences. */
const SMALL_AND_WORD = /^[b-df-h]\s+\p{L}+[.!]?$/u;

/** "2 weeks", "3 %": a quantity. */
function isAmount(mark: string, sentence: string): boolean {
  return new RegExp(`(?<![\\p{N}.,])${mark}(?:\\s*%|\\s+\\p{Ll}{3,}s\\b)`, "iu").test(sentence);
}

/** "A test fails" and "А тест падает" begin with a word; "A obviously" and "A it is" begin with a choice. */
const ARTICLE = /^(?:[AI]\s+\p{Script=Latin}{3,}\s+\p{L}{2,}|[АВИ]\s+\p{Script=Cyrillic})/u;

/** Finds the option that the sentence names by words that no other option has. */
function findByWords(options: readonly Option[], sentence: string): string | undefined {
  const texts = options.map(({ text }) => text);
  return texts[findBestMatch(texts, sentence, NAMED)];
}

/** Minimum share of matching words in a sentence that chooses by words. Found by cross-validation. */
const REPEATED = 1 / 3;
const NAMED = 1 / 5;

/**
 * Index of the text that has the most words in common with the sentence, not counting words that other texts also have.
 * Returns -1 on a tie, or if these words are less than `share` of the sentence.
 */
function findBestMatch(texts: readonly string[], sentence: string, share: number): number {
  const words = new Set(contentWords(sentence));
  const wordsByText = new Map(texts.map((text) => [text, contentWords(text)]));
  const shares = texts.map((text) => {
    const others = new Set([...wordsByText].flatMap(([other, its]) => (other === text ? [] : its)));
    return (wordsByText.get(text) ?? []).filter((word) => words.has(word) && !others.has(word)).length;
  });
  const most = Math.max(0, ...shares);
  const at = shares.indexOf(most);
  return most > 0 && most >= share * words.size && shares.lastIndexOf(most) === at ? at : -1;
}

/** Minimum width of a word with content, in columns. Shorter words carry little meaning in any language. */
const MIN_CONTENT_WORD = 4;

function contentWords(text: string): string[] {
  return plainWords(text).filter((word) => displayWidth(word) >= MIN_CONTENT_WORD);
}

/** Maximum width of a yes or no in any language, in columns. */
const MAX_YES = 14;

/** Whether a sentence begins with a clause as short as a yes or no, such as "Yes, but only on Windows." */
export function startsWithYes(sentence: string): boolean {
  return displayWidth(sentence.split(CLAUSE_END)[0] ?? "") <= MAX_YES;
}

const CLAUSE_END = /[,;:、，；：،؛]|\s[-–—]\s/u;

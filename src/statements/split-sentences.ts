import { sentenceSegments, wordSegments } from "./unicode-segments.ts";

/** By the Unicode rules, no sentence ends before a lower-case letter, but many people do not type capitals. */
const END_BEFORE_SMALL = /(?<=[\p{L}\p{N})\]"'”’»`]{2}[.!?…]{1,3})\s+(?=[\p{Ll}\p{N}"'(`])/u;
/** Abbreviations, whose period does not end a sentence: single letters, and some that many languages share. */
const ABBREVIATION =
  /(?:(?<![\p{L}\p{N}'’])\p{L}|\b(?:vs|cf|ca|nr|no|st|mr|ms|dr|fr|approx|etc|incl|resp|bzw|bspw|usw|ggf|evtl|env|aprox|pág|art|fig|min|max))\.$/iu;
/** The mark at the beginning of a list item. */
const ITEM = /^[ \t]*(?:[-*•·‣]|\(?\d{1,2}[.)、]|\(?[a-z]\)|[①-⑳])[ \t]*(?=\S)/iu;
/** An item with a checkbox is a todo, not a sentence. */
const BOX = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[.\][ \t]/;

/**
 * Splits a text into sentences. Lines and list items are split separately, and long sentences into pieces
 * (`MAX_PIECE`).
 */
export function splitSentences(prose: string): string[] {
  return prose.split(/\n+/).flatMap((line) => {
    if (BOX.test(line)) return [];
    const text = line.replace(ITEM, "").trim();
    return text === "" ? [] : joinAbbreviations(splitAtEnds(text)).flatMap(splitLong);
  });
}

function splitAtEnds(text: string): string[] {
  return joinNames(sentenceSegments(text)).flatMap((segment) => segment.trim().split(END_BEFORE_SMALL));
}

/** A period that is not followed by a space does not end a sentence: `point.Agent` is one name. */
function joinNames(segments: readonly string[]): string[] {
  const whole: string[] = [];
  for (const segment of segments) {
    const before = whole.at(-1);
    if (before !== undefined && /\S\.$/.test(before) && NAME.test(segment))
      whole.splice(-1, 1, `${before}${segment}`);
    else whole.push(segment);
  }
  return whole;
}

const NAME = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}_]/u;

function joinAbbreviations(parts: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const part of parts) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATION.test(before)) sentences.splice(-1, 1, `${before} ${part}`);
    else if (part !== "") sentences.push(part);
  }
  return sentences;
}

/** Limits of a piece, in columns. A dictated sentence may contain many thoughts, but a piece should contain one. */
const MAX_PIECE = 140;
const MIN_PIECE = 45;
const BREAKS = /[,;:、，；：،؛](?=[\s\p{L}]|$)|\s[-–—]+(?=\s)|\s(?=\()/gu;

function splitLong(sentence: string): string[] {
  if (displayWidth(sentence) <= MAX_PIECE) return [sentence];
  const at = findBreak(sentence);
  const rest = sentence.slice(at).trim();
  return rest === "" ? [sentence] : [sentence.slice(0, at).trim(), ...splitLong(rest)];
}

/** After the last punctuation mark within the limits, otherwise at the last space, otherwise anywhere. */
function findBreak(sentence: string): number {
  const length = (end: number) => displayWidth(sentence.slice(0, end));
  const fits = (end: number) => length(end) >= MIN_PIECE && length(end) <= MAX_PIECE;
  const marks = [...sentence.slice(0, MAX_PIECE).matchAll(BREAKS)].map(
    ({ index, 0: mark }) => index + mark.length,
  );
  const spaces = [...sentence.slice(0, MAX_PIECE).matchAll(/\s+/g)].map(({ index }) => index);
  return marks.findLast(fits) ?? spaces.findLast(fits) ?? codePointBoundary(sentence, MIN_PIECE);
}

/** The nearest index at or after `at` that does not split a surrogate pair. */
function codePointBoundary(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/g;

/** Width in terminal columns. A Chinese character is as wide as two letters, and carries about as much information. */
export function displayWidth(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

/** The words of a text in lower case, without punctuation. Also works for scripts without spaces. */
export function plainWords(text: string): string[] {
  return wordSegments(text.toLowerCase());
}

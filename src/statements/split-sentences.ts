import { sentenceSegments, wordSegments } from "./unicode-segments.ts";

/** Unicode ends no sentence before a lower-case letter, but many people type no capitals. */
const END_BEFORE_SMALL = /(?<=[\p{L}\p{N})\]"'”’»`]{2}[.!?…]{1,3})\s+(?=[\p{Ll}\p{N}"'(`])/u;
/** Abbreviations, whose period ends no sentence: a single letter, or one that many languages share. */
const ABBREVIATION =
  /(?:(?<![\p{L}\p{N}'’])\p{L}|\b(?:vs|cf|ca|nr|no|st|mr|ms|dr|fr|approx|etc|incl|resp|bzw|bspw|usw|ggf|evtl|env|aprox|pág|art|fig|min|max))\.$/iu;
/** The mark of a list item, before its words. */
const ITEM = /^[ \t]*(?:[-*•·‣]|\(?\d{1,2}[.)、]|\(?[a-z]\)|[①-⑳])[ \t]*(?=\S)/iu;
/** An item with a checkbox is a todo, done or not, and no sentence. */
const BOX = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[.\][ \t]/;

/** The sentences of a text. Every line and list item is split on its own, and a long sentence into pieces (`LONGEST`). */
export function splitSentences(prose: string): string[] {
  return prose.split(/\n+/).flatMap((line) => {
    if (BOX.test(line)) return [];
    const text = line.replace(ITEM, "").trim();
    return text === "" ? [] : joined(broken(text)).flatMap(pieces);
  });
}

function broken(text: string): string[] {
  return spaced(sentenceSegments(text)).flatMap((segment) => segment.trim().split(END_BEFORE_SMALL));
}

/** A period without a space behind it ends no sentence: `point.Agent` is one name. */
function spaced(segments: readonly string[]): string[] {
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

function joined(parts: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const part of parts) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATION.test(before)) sentences.splice(-1, 1, `${before} ${part}`);
    else if (part !== "") sentences.push(part);
  }
  return sentences;
}

/** A dictated sentence may hold many thoughts; a piece that is delivered alone should hold one. In columns of a terminal. */
const LONGEST = 140;
const SHORTEST = 45;
const BREAKS = /[,;:、，；：،؛](?=[\s\p{L}]|$)|\s[-–—]+(?=\s)|\s(?=\()/gu;

function pieces(sentence: string): string[] {
  if (columns(sentence) <= LONGEST) return [sentence];
  const at = breakOf(sentence);
  const rest = sentence.slice(at).trim();
  return rest === "" ? [sentence] : [sentence.slice(0, at).trim(), ...pieces(rest)];
}

/** After the last mark within the limits, or at the last space, or anywhere. */
function breakOf(sentence: string): number {
  const length = (end: number) => columns(sentence.slice(0, end));
  const fits = (end: number) => length(end) >= SHORTEST && length(end) <= LONGEST;
  const marks = [...sentence.slice(0, LONGEST).matchAll(BREAKS)].map(
    ({ index, 0: mark }) => index + mark.length,
  );
  const spaces = [...sentence.slice(0, LONGEST).matchAll(/\s+/g)].map(({ index }) => index);
  return marks.findLast(fits) ?? spaces.findLast(fits) ?? codePointBoundary(sentence, SHORTEST);
}

/** The nearest index at or after `at` that splits no surrogate pair. */
function codePointBoundary(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/g;

/** Width in columns: a Chinese character carries about as much as two letters, and is as wide. */
export function columns(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

/** The words of a text in lower case and without punctuation, also in scripts without spaces. */
export function plainWords(text: string): string[] {
  return wordSegments(text.toLowerCase());
}

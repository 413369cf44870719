import type { Form, Turn } from "../kernel/statement.ts";
import { displayWidth, plainWords } from "./split-sentences.ts";

/** A sentence of a prompt with its context, and what the agent did next, if that is known. */
export interface Utterance extends Form {
  text: string;
  turn: Turn | null;
}

/** Number of buckets for hashed features. A power of two; the size of the model file is proportional to it. */
export const BUCKETS = 1 << 17;

/**
 * Maps buckets to the hashed features of an utterance: its words, word pairs and character n-grams, and facts about its
 * form. None of them is specific to a language. Bucket 0 is the bias.
 */
export function extractFeatures(utterance: Utterance): Map<number, number> {
  const pieces = [...piecesOf(utterance.text)];
  const features = new Map<number, number>([[0, 1]]);
  // Long sentences have more pieces, so each counts less.
  const weight = 1 / Math.sqrt(pieces.length || 1);
  for (const piece of pieces) add(features, piece, PIECES_WEIGHT * weight);
  for (const fact of formFacts(utterance)) add(features, `#${fact}`, FORM_WEIGHT);
  return features;
}

/** Found by cross-validation. */
const PIECES_WEIGHT = 2;
const FORM_WEIGHT = 1;

function add(features: Map<number, number>, name: string, value: number): void {
  const bucket = 1 + (hash(name) % (BUCKETS - 1));
  features.set(bucket, (features.get(bucket) ?? 0) + value);
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

const GRAMS = [3, 4, 5];
const WIDE_GRAMS = [1, 2, 3];

function* piecesOf(text: string): Iterable<string> {
  const words = plainWords(text.normalize("NFKC").replaceAll(/\d+/g, "0"));
  for (const [i, word] of words.entries()) {
    yield `w:${word}`;
    yield `p:${words[i - 1] ?? "^"} ${word}`;
  }
  const joined = ` ${words.join(" ")} `;
  const isWide = displayWidth(joined) > joined.length * 1.3;
  for (const size of isWide ? WIDE_GRAMS : GRAMS)
    for (let i = 0; i + size <= joined.length; i++) yield joined.slice(i, i + size);
}

const LENGTHS = [8, 16, 28, 42, 60, 85, 120];

function* formFacts(utterance: Utterance): Iterable<string> {
  const { text, reply, count, pasted, turn } = utterance;
  const length = LENGTHS.filter((limit) => displayWidth(text) > limit).length;
  const end = ENDS.find(([, pattern]) => pattern.test(text))?.[0] ?? "";
  yield `length ${length}`;
  yield `reply ${reply}`;
  yield `reply ${reply} length ${length}`;
  yield `ends ${end}`;
  yield `ends ${end} length ${length}`;
  yield* positionFacts(utterance);
  for (const [name, pattern] of MARKS) if (pattern.test(text)) yield name;
  if (pasted) yield "pasted";
  if (turn !== null) yield* turnFacts(turn, count);
}

const ENDS: readonly [string, RegExp][] = [
  ["?", /[?？؟]["'”’)»]*$/],
  ["!", /[!！]$/],
  [":", /[:：]$/],
];

const MARKS: readonly [string, RegExp][] = [
  ["number", /\d/],
  ["quotes", /["“”„«»「」『』‘]/],
  ["code", /[\w-]+[/.][\w-]+\.?\w*|`/],
  ["name", /(?<=[\p{Ll},] )\p{Lu}/u],
  ["clauses", /[,;，；、]/],
];

function* positionFacts({ index, count, prompts, reply }: Utterance): Iterable<string> {
  yield index === 0 ? "opens" : index === count - 1 ? "closes" : "inside";
  if (index === 0) yield `opens reply ${reply}`;
  yield `of ${Math.min(count, 6)}`;
  if (prompts === 0) yield index === 0 ? "first of all" : "first prompt";
  else if (prompts < 4) yield "early";
}

const ANSWERS = [40, 120, 400];

/**
 * What the agent did next hints at the kind: it acknowledges a rule, carries out a request, answers a question at
 * length.
 */
function* turnFacts({ tools, edits, chars, asks }: Turn, count: number): Iterable<string> {
  yield `then tools ${tools}`;
  yield `then tools ${tools} of ${Math.min(count, 3)}`;
  yield `then edits ${edits}`;
  yield `then answer ${ANSWERS.filter((limit) => chars > limit).length}`;
  yield `then asks ${asks}`;
}

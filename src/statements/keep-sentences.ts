import type { Sentence, Turn } from "../kernel/sentence.ts";
import { bounded } from "../text/bounded.ts";
import { classify, type Judgment } from "./classify.ts";
import type { FoundSentence } from "./find-sentences.ts";
import { columns } from "./split-sentences.ts";

/** Of all sentences of a session, in columns; some 400 sentences. */
const MOST_COLUMNS = 24_000;
const MOST_TEXT = 400;
/** What opened the session and what was said last stays, whatever it is worth. */
const OPENING = 4;
const NEWEST = 12;

/** Adds what was said, by its time. What is said again, word for word, stands where it was said last. */
export function keepSentences(
  known: readonly Sentence[],
  found: readonly FoundSentence[],
  at: number,
): Sentence[] {
  const fresh = found.map(({ text, asked, form, judged }) => ({
    text: bounded(text, MOST_TEXT),
    at,
    asked: asked === null ? null : bounded(asked, MOST_TEXT),
    ...judgedAs(judged),
    form,
  }));
  const said = new Set(fresh.map(keyOf));
  const others = known.filter((sentence) => !said.has(keyOf(sentence)) || sentence.at > at);
  const place = others.findLastIndex((sentence) => sentence.at <= at) + 1;
  return withinBounds(others.toSpliced(place, 0, ...fresh));
}

/** Classifies the sentences of a turn that is over once more, by what the agent did in it. */
export function settleSentences(sentences: readonly Sentence[], turn: Turn | null): Sentence[] {
  return sentences.map(({ form, ...sentence }) =>
    form === undefined
      ? sentence
      : { ...sentence, ...judgedAs(classify({ text: sentence.text, ...form, turn })) },
  );
}

/** The least telling leave first. */
export function withinBounds(sentences: readonly Sentence[]): Sentence[] {
  let excess = sentences.reduce((sum, sentence) => sum + costOf(sentence), -MOST_COLUMNS);
  const movable = sentences.slice(OPENING, -NEWEST).toSorted((a, b) => a.worth - b.worth);
  const leaving = new Set<Sentence>();
  for (const sentence of movable) {
    if (excess <= 0) break;
    leaving.add(sentence);
    excess -= costOf(sentence);
  }
  return sentences.filter((sentence) => !leaving.has(sentence));
}

function costOf({ text, asked }: Sentence): number {
  return columns(text) + columns(asked ?? "");
}

/** All sentences are compared at each prompt: too many for a segmenter. */
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

function keyOf({ text, asked }: Pick<Sentence, "text" | "asked">): string {
  return `${text.toLowerCase().match(WORDS)?.join(" ")}\n${asked ?? ""}`;
}

function judgedAs(judged: Judgment): Pick<Sentence, "kind" | "worth"> {
  return { kind: kindOf(judged), worth: rounded(judged.worth) };
}

const KINDS = ["constraint", "decision", "todo"] as const;
/** From this probability on a sentence is told as what the model calls it. */
const SURE = 0.45;

function kindOf(judged: Judgment): Sentence["kind"] {
  const sure = KINDS.filter((kind) => judged[kind] >= SURE).toSorted((a, b) => judged[b] - judged[a]);
  return sure[0] ?? "other";
}

function rounded(probability: number): number {
  return Math.round(probability * 1_000) / 1_000;
}

import type { Sentence, Turn } from "../kernel/statement.ts";
import { bounded } from "../text/bounded.ts";
import { comparableWords } from "../text/comparable-words.ts";
import type { FoundSentence } from "./find-sentences.ts";
import { classify, type Scores } from "./model.ts";
import { remarkOf } from "./remarks.ts";
import { displayWidth } from "./split-sentences.ts";

/** Limit for all sentences of a session, in columns: about 400 sentences. */
const MAX_COLUMNS = 24_000;
const MAX_CHARS = 400;
/** The first and the newest sentences are kept regardless of their worth. */
const OPENING = 4;
const NEWEST = 12;

/** Inserts sentences by time. If one is repeated word for word, only the newest is kept. */
export function keepSentences(
  known: readonly Sentence[],
  found: readonly FoundSentence[],
  at: number,
): Sentence[] {
  const fresh = found.map(({ text, asked, offered, form, scores }) => ({
    text: bounded(text, MAX_CHARS),
    at,
    asked: asked === null ? null : bounded(asked, MAX_CHARS),
    ...(offered === undefined ? {} : { offered }),
    ...classificationOf(text, scores),
    form,
  }));
  const repeated = new Set(fresh.map(keyOf));
  const others = known.filter((sentence) => !repeated.has(keyOf(sentence)) || sentence.at > at);
  const index = others.findLastIndex((sentence) => sentence.at <= at) + 1;
  return withinBounds(withFewOffers(others.toSpliced(index, 0, ...fresh)));
}

/** Reclassifies the sentences of a finished turn by what the agent did in it. */
export function reclassifySentences(sentences: readonly Sentence[], turn: Turn | null): Sentence[] {
  return sentences.map(({ form, ...sentence }) =>
    form === undefined
      ? sentence
      : { ...sentence, ...classificationOf(sentence.text, classify({ text: sentence.text, ...form, turn })) },
  );
}

/** Limit for what the agent had offered before all sentences of a session, in columns. */
const MAX_OFFERED = 10_000;

/** Keeps what was offered before the sentences of most worth. */
function withFewOffers(sentences: readonly Sentence[]): Sentence[] {
  let left = MAX_OFFERED;
  const kept = new Set<Sentence>();
  const offered = sentences.filter((sentence) => sentence.offered !== undefined);
  for (const sentence of offered.toSorted((a, b) => b.worth - a.worth)) {
    left -= displayWidth(sentence.offered ?? "");
    if (left >= 0) kept.add(sentence);
  }
  if (kept.size === offered.length) return [...sentences];
  return sentences.map((sentence) => {
    if (sentence.offered === undefined || kept.has(sentence)) return sentence;
    const { offered: _, ...rest } = sentence;
    return rest;
  });
}

/** Drops the sentences with the lowest worth until the rest fits. */
export function withinBounds(sentences: readonly Sentence[]): Sentence[] {
  let excess = sentences.reduce((sum, sentence) => sum + costOf(sentence), -MAX_COLUMNS);
  const movable = sentences.slice(OPENING, -NEWEST).toSorted((a, b) => a.worth - b.worth);
  const dropped = new Set<Sentence>();
  for (const sentence of movable) {
    if (excess <= 0) break;
    dropped.add(sentence);
    excess -= costOf(sentence);
  }
  return sentences.filter((sentence) => !dropped.has(sentence));
}

function costOf({ text, asked }: Sentence): number {
  return displayWidth(text) + displayWidth(asked ?? "");
}

function keyOf({ text, asked }: Pick<Sentence, "text" | "asked">): string {
  return `${comparableWords(text)}\n${asked ?? ""}`;
}

/** Minimum worth of remarks, which the model undervalues. Found on one half of the real sessions, checked on the other. */
const REMARKS = { changed: 0.5, rejected: 0.4, complaint: 0.4 } as const;

function classificationOf(text: string, scores: Scores): Pick<Sentence, "kind" | "worth"> {
  const remark = remarkOf(text);
  if (remark === null) return { kind: kindOf(scores), worth: round(scores.worth) };
  const worth = round(Math.max(scores.worth, REMARKS[remark]));
  return { kind: remark === "complaint" ? "constraint" : "intervention", worth };
}

const KINDS = ["constraint", "decision", "todo"] as const;
/** Minimum probability for a sentence to get the kind that the model predicts. */
const SURE = 0.45;

function kindOf(scores: Scores): Sentence["kind"] {
  const sure = KINDS.filter((kind) => scores[kind] >= SURE).toSorted((a, b) => scores[b] - scores[a]);
  return sure[0] ?? "other";
}

function round(probability: number): number {
  return Math.round(probability * 1_000) / 1_000;
}

import type { Capture } from "../../kernel/capture.ts";
import type { Sentence } from "../../kernel/sentence.ts";
import { bounded } from "../../text/bounded.ts";
import { plainLine } from "./plain-line.ts";
import type { Line } from "./sections.ts";

/** Told whatever else there is. */
const CERTAIN = 2;
/** What the session began with: the most telling sentence, and the second. */
const OPENING = [1.6, 0.8];
/** A prompt of so many sentences of little worth says nothing by itself: then the one before it is told too. */
const LITTLE = 0.25;

/** Of the latest request, in characters; what is beyond competes with all the rest. */
const REQUEST_CHARS = 420;

/**
 * The user's sentences as lines: what binds in one section, what was asked first and last in two more, and all the rest
 * in the order in which it was said, so that what changed stands after what it changed.
 */
export function sentenceLines({ sentences, prompts, responses, goal }: Capture): Line[] {
  const { latest, before } = latestOf(sentences, prompts.at(-1)?.at);
  const certain = within(REQUEST_CHARS, [...before, ...latest]);
  const first = openingOf(sentences, [...before, ...latest], goal);
  const refusedAt = new Set(responses.filter(({ channel }) => channel === "refusal").map(({ at }) => at));
  return sentences.map((sentence, order) => {
    const line = { text: textOf(sentence), order };
    const requested = (certain.has(sentence) ? CERTAIN : 0) + sentence.worth;
    if (latest.includes(sentence)) return { ...line, section: "request", value: requested };
    if (before.includes(sentence)) return { ...line, section: "before", value: requested };
    if (refusedAt.has(sentence.at) && sentence.asked !== null)
      return {
        order,
        text: refusalOf(sentence),
        section: "refusals",
        value: Math.max(REFUSAL, sentence.worth),
      };
    const opening = first.indexOf(sentence);
    if (opening >= 0 && sentence.kind !== "constraint")
      return { ...line, section: "goal", value: Math.max(OPENING[opening] ?? 0, sentence.worth) };
    return { ...line, section: sentence.kind === "constraint" ? "rules" : "said", value: sentence.worth };
  });
}

/** The most telling ones that fit, the newest first among equals. */
function within(chars: number, sentences: readonly Sentence[]): Set<Sentence> {
  const chosen = new Set<Sentence>();
  let left = chars;
  for (const sentence of sentences.toReversed().toSorted((a, b) => b.worth - a.worth)) {
    left -= textOf(sentence).length;
    if (left >= 0) chosen.add(sentence);
  }
  return chosen;
}

interface Latest {
  latest: readonly Sentence[];
  before: readonly Sentence[];
}

/** The last prompt; if it says little by itself, with the one before it. */
function latestOf(sentences: readonly Sentence[], at: number | undefined): Latest {
  const times = [...new Set(sentences.map((sentence) => sentence.at))].filter(
    (time) => at === undefined || time <= at,
  );
  const latest = sentences.filter((sentence) => sentence.at === times.at(-1));
  const saysLittle = latest.every(({ worth, asked }) => worth < LITTLE && asked === null);
  return { latest, before: saysLittle ? sentences.filter(({ at: said }) => said === times.at(-2)) : [] };
}

/** A goal stands in one of the first prompts, and not always in the first sentence. */
const OPENING_PROMPTS = 3;

/** What the session is for: the most telling sentences of its first prompts. */
function openingOf(
  sentences: readonly Sentence[],
  latest: readonly Sentence[],
  goal: string | null,
): Sentence[] {
  if (goal === null) return [];
  const times = [...new Set(sentences.map(({ at }) => at))].slice(0, OPENING_PROMPTS);
  const early = sentences.filter(
    (sentence) => times.includes(sentence.at) && sentence.asked === null && !latest.includes(sentence),
  );
  const first = early.filter(({ at }) => at === times[0]);
  const best = first.some(({ worth }) => worth >= LITTLE) ? first : early;
  return best.toSorted((a, b) => b.worth - a.worth).slice(0, OPENING.length);
}

const ANSWERED = 120;
/** What the user stopped is not to be tried again. */
const REFUSAL = 0.6;

function refusalOf({ text, asked }: Sentence): string {
  return `${plainLine(text)} (refusing: ${bounded(plainLine(asked ?? ""), ANSWERED)})`;
}

/** Below this worth an answer is small talk, and what it answers not worth the room. */
const TELLS = 0.3;

function textOf({ text, asked, kind, worth }: Sentence): string {
  const said = plainLine(text);
  const isTold = asked !== null && (kind === "decision" || worth >= TELLS);
  return isTold ? `${said} ← ${bounded(plainLine(asked), ANSWERED)}` : said;
}

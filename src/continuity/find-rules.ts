import { proseOf } from "./prose-of.ts";
import {
  DEMANDS,
  FLAGGED,
  FOREIGN_REQUEST,
  GUESS,
  HABIT,
  KIND_OF_THING,
  LACKING,
  LASTING,
  MEASURE,
  MOMENTARY,
  NAMED,
  NEWS,
  ONE_OF_MANY,
  OWN_WAYS,
  PERSONAL,
  PERSPECTIVE,
  POINTING,
  POLITE_DEMAND,
  QUESTION,
  REQUEST,
  STANDING,
  WAIVER,
  WORLD,
} from "./rule-words.ts";
import { sentencesOf } from "./sentences-of.ts";

export interface FoundRule {
  text: string;
  /** How sure it is that the sentence outlives its prompt; see `WEIGHTS`. */
  weight: number;
}

/**
 * Standing demands are meant for ever by their words. Demands without such a word may be. A demand inside a request is
 * mostly about that request. Facts are weak by their form, yet nobody repeats them, so they are kept as well; what is
 * only a remark is kept while there is room. What is true for the moment is hardly ever a rule.
 */
const WEIGHTS = { standing: 4, demand: 3, fact: 2, attached: 1.5, remark: 1, passing: 0.4 } as const;

/**
 * Which sentences of a prompt stay in force after it is answered: what the user demands, forbids or corrects, and plain
 * facts about people, machines and dates that rule something out. What only asks for work now is the request.
 */
export function findRules(prompt: string): FoundRule[] {
  const weighed = sentencesOf(withoutBoxes(proseOf(prompt))).map((text) => ({
    text,
    weight: text.length >= 8 && text.length <= 600 ? weigh(text) : 0,
  }));
  return joined(weighed).filter(({ weight }) => weight > 0);
}

/** "…, ok?" asks nothing. */
const TAG_QUESTION =
  /,? (?:ok(?:ay)?|right|alright|please|deal|understood|got it|klar|verstanden|d['’]accord|vale)\?$/i;

/** Todos are told as such. */
function withoutBoxes(prose: string): string {
  return prose.replaceAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[.\].*$/gm, "");
}

/** What belongs together is read together: "No heap. Static buffers only.", "EU only. Legal." */
const TOGETHER = 200;
const FRAGMENT_WORDS = 2;

function joined(sentences: readonly FoundRule[]): FoundRule[] {
  const rules: FoundRule[] = [];
  for (const next of sentences) {
    const before = rules.at(-1);
    if (before && before.text.length + next.text.length < TOGETHER && belongsTo(before, next)) {
      rules.splice(-1, 1, {
        text: `${before.text} ${next.text}`,
        weight: Math.max(before.weight, next.weight),
      });
    } else rules.push(next);
  }
  return rules;
}

function belongsTo(before: FoundRule, next: FoundRule): boolean {
  if (isFragment(before)) return next.weight >= WEIGHTS.fact;
  return before.weight >= WEIGHTS.fact && (next.weight >= WEIGHTS.remark || isFragment(next));
}

/** Too short to be weighed, and neither news nor a call to work. */
function isFragment({ text, weight }: FoundRule): boolean {
  return (
    weight === 0 && text.split(" ").length <= FRAGMENT_WORDS && !matches(text, [NEWS, QUESTION, REQUEST])
  );
}

/** Shorter ones are calls and remarks in passing. */
const FEWEST_WORDS = 3;

function weigh(sentence: string): number {
  if (POLITE_DEMAND.test(sentence)) return WEIGHTS.demand;
  if (TAG_QUESTION.test(sentence)) return demandWeight(sentence.replace(TAG_QUESTION, ""));
  if (QUESTION.test(sentence)) return 0;
  const isRequest =
    (REQUEST.test(sentence) || FOREIGN_REQUEST.test(sentence)) && !/^(?:please )?make sure\b/i.test(sentence);
  const demand = demandWeight(sentence);
  if (demand > 0) return isRequest ? demand / 2 : demand;
  return isRequest ? 0 : factWeight(sentence);
}

/** "Don't run it yet" and "it never works for me" have a demand's words and demand nothing. */
function demandWeight(sentence: string): number {
  const isStanding = STANDING.test(sentence) && !HABIT.test(sentence);
  if (!isStanding && !matches(sentence, DEMANDS)) return 0;
  if (matches(sentence, [WAIVER, GUESS, PERSPECTIVE])) return WEIGHTS.passing;
  if (isStanding) return WEIGHTS.standing;
  if (matches(sentence, [MOMENTARY, ONE_OF_MANY])) return WEIGHTS.passing;
  return PERSONAL.test(sentence) ? factWeight(sentence) : WEIGHTS.demand;
}

/** Why a plain statement may matter to whoever goes on: each one is about the world and not about the work at hand. */
const REASONS = [FLAGGED, WORLD, LASTING, LACKING, MEASURE, NAMED, KIND_OF_THING];

/** "The test fails again" is news; "the support team reads the logs" is a fact that stays. */
function factWeight(sentence: string): number {
  if (sentence.split(/\s+/).length < FEWEST_WORDS) return 0;
  const reasons = REASONS.filter((pattern) => pattern.test(sentence)).length;
  const isLoose = NEWS.test(sentence) || (POINTING.test(sentence) && reasons < 2) || isOnesOwn(sentence);
  if (reasons === 0) return isLoose || isPassing(sentence) ? 0 : WEIGHTS.remark;
  if (isPassing(sentence)) return WEIGHTS.passing;
  const weight = WEIGHTS.fact + 0.25 * (reasons - 1);
  return isLoose ? weight - 1 : weight;
}

function isPassing(sentence: string): boolean {
  return matches(sentence, [WAIVER, GUESS, PERSPECTIVE, MOMENTARY, ONE_OF_MANY]);
}

function matches(sentence: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(sentence));
}

function isOnesOwn(sentence: string): boolean {
  return PERSONAL.test(sentence) && !OWN_WAYS.test(sentence);
}

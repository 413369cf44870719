import { proseOf } from "./prose-of.ts";
import {
  DEMAND,
  LASTING,
  MEASURE,
  NAMED,
  ONE_OF_MANY,
  PERSONAL,
  POINTING,
  QUESTION,
  REQUEST,
  STANDING,
  STATES,
  SUBJECT,
  TRANSIENT,
} from "./rule-words.ts";

export interface FoundRule {
  text: string;
  /** How sure it is that the sentence outlives its prompt; see `WEIGHTS`. */
  weight: number;
}

/**
 * Standing demands are meant for ever by their words. Demands without such a word may be. A demand inside a request is
 * mostly about that request. Facts are weakest by their form, yet nobody repeats them, so they are kept as well.
 */
const WEIGHTS = { standing: 4, demand: 3, fact: 2, attached: 1.5, remark: 1 } as const;

/**
 * Which sentences of a prompt stay in force after it is answered: what the user demands, forbids or corrects, and plain
 * facts about people, machines and dates that rule something out. What only asks for work now is the request.
 */
export function findRules(prompt: string): FoundRule[] {
  return sentences(proseOf(prompt)).flatMap((sentence) => {
    const weight = sentence.length >= 8 && sentence.length <= 600 ? weigh(sentence) : 0;
    return weight === 0 ? [] : [{ text: sentence, weight }];
  });
}

/** Shorter ones are calls and remarks in passing. */
const FEWEST_WORDS = 3;

function weigh(sentence: string): number {
  if (QUESTION.test(sentence) || PERSONAL.test(sentence)) return 0;
  const isRequest = REQUEST.test(sentence) && !/^(?:please )?make sure\b/i.test(sentence);
  if (STANDING.test(sentence)) return WEIGHTS.standing - (isRequest ? 0.5 : 0);
  if (DEMAND.some((pattern) => pattern.test(sentence))) return isRequest ? WEIGHTS.attached : WEIGHTS.demand;
  return isRequest ? 0 : factWeight(sentence);
}

/** "The test fails again" is news; "the support team reads the logs" is a fact that stays. */
function factWeight(sentence: string): number {
  if (isNews(sentence) || sentence.split(/\s+/).length < FEWEST_WORDS) return 0;
  const isStated = STATES.test(sentence);
  if (POINTING.test(sentence)) return isStated ? WEIGHTS.remark : 0;
  if (SUBJECT.test(sentence) || NAMED.test(sentence)) return WEIGHTS.fact;
  const lasts = LASTING.test(sentence) || (isStated && MEASURE.test(sentence));
  return lasts ? WEIGHTS.fact : WEIGHTS.remark;
}

function isNews(sentence: string): boolean {
  return TRANSIENT.test(sentence) || ONE_OF_MANY.test(sentence) || /^I\b/.test(sentence);
}

function sentences(prose: string): string[] {
  return prose
    .split(/(?<=[.!?;]["')]?)\s+(?=\S)|\n+/)
    .map((part) => part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim())
    .filter((part) => part !== "");
}

import type { Capture } from "../../kernel/capture.ts";
import type { Sentence, Statement } from "../../kernel/statement.ts";
import { boundedMiddle } from "../../text/bounded.ts";
import { comparableWords } from "../../text/comparable-words.ts";
import { plainLine } from "../../text/fence.ts";

/** The latest prompt as it was written, with what was pasted into it. */
export interface WholeRequest {
  request: string;
  /** The prompt that says what to do, if the latest one only repeats it, agrees, or is a paste. */
  before: { text: string; at: number } | null;
}

/** Length of the prompt before the latest one. */
const MAX_BEFORE = 700;
/** How many prompts before the latest one are searched for one that says what to do. */
const LOOK_BACK = 6;
/** Stands for the omitted middle of a long prompt. */
const CUT = " […] ";

/** Undefined if the latest prompt is not known, as in a session that inherited it. */
export function findWholeRequest(
  { prompts, sentences, inherited }: Pick<Capture, "prompts" | "sentences" | "inherited">,
  maxChars: number,
): WholeRequest | undefined {
  const latest = prompts.at(-1);
  if (latest === undefined || latest.text.trim() === "") return undefined;
  const known = new Set(prompts.map(({ at }) => at));
  const older = (inherited?.prompts ?? []).filter(({ at }) => !known.has(at));
  const earlier = [...older, ...prompts.slice(0, -1)].slice(-LOOK_BACK);
  const before = saysWhatToDo(latest, { sentences, earlier })
    ? undefined
    : earlier.findLast(
        (prompt, i) =>
          !hasSameWords(prompt, latest) && saysWhatToDo(prompt, { sentences, earlier: earlier.slice(0, i) }),
      );
  return {
    request: textOf(latest, maxChars),
    before: before ? { text: textOf(before, Math.min(MAX_BEFORE, maxChars)), at: before.at } : null,
  };
}

function textOf({ text }: Statement, maxChars: number): string {
  return boundedMiddle(plainLine(text), maxChars, CUT);
}

/** A prompt whose sentences are all worth less depends on an earlier one. */
const LITTLE = 0.25;

/** Whether a prompt can be understood without those before it. A repetition and a mere paste cannot. */
function saysWhatToDo(
  prompt: Statement,
  { sentences, earlier }: { sentences: readonly Sentence[]; earlier: readonly Statement[] },
): boolean {
  if (earlier.some((other) => hasSameWords(other, prompt))) return false;
  return sentences.some(
    (sentence) => sentence.at === prompt.at && (sentence.worth >= LITTLE || sentence.asked !== null),
  );
}

function hasSameWords(a: Statement, b: Statement): boolean {
  return comparableWords(a.text) === comparableWords(b.text);
}

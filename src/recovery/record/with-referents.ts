import type { Sentence } from "../../kernel/statement.ts";
import { remarkOf } from "../../statements/remarks.ts";
import { displayWidth } from "../../statements/split-sentences.ts";

/** A remark of at most this width, in columns, refers to the sentence before it: `Why are there two rows? I don't want it`. */
const REFERRING = 36;

/** Gives the sentence to which a short remark refers the worth of the remark, so that both are kept. */
export function withReferents(sentences: readonly Sentence[]): Sentence[] {
  return sentences.map((sentence, i) => {
    const next = sentences[i + 1];
    if (next === undefined || next.at !== sentence.at || next.worth <= sentence.worth) return sentence;
    const isReferent = displayWidth(next.text) <= REFERRING && remarkOf(next.text) !== null;
    return isReferent ? { ...sentence, worth: next.worth } : sentence;
  });
}

import type { Sentence } from "../../src/kernel/statement.ts";

/** A sentence of the user that is worth half, and nothing in particular. */
export function sampleSentence(text: string, at: number): Sentence {
  return { text, at, asked: null, kind: "other", worth: 0.5 };
}

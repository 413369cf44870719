import type { Form, Offer } from "../kernel/sentence.ts";
import { findAnswered, firstClause } from "./answered.ts";
import { classify, type Judgment } from "./classify.ts";
import { ownWords } from "./own-words.ts";
import { columns, splitSentences } from "./split-sentences.ts";

export interface FoundSentence {
  text: string;
  /** What it answers, where its own words are too few to stand alone. */
  asked: string | null;
  form: Form;
  judged: Judgment;
}

/** What was before the prompt. */
export interface Before {
  offer: Offer | null;
  /** How many prompts. */
  prompts: number;
}

/** More sentences than these nobody types in one go. */
const MOST = 120;

/** The sentences of a prompt, each with what it answers of what the agent offered, and how it is judged. */
export function findSentences(prompt: string, before: Before): FoundSentence[] {
  return utterancesOf(prompt, before).map(({ asked, text, form }) => ({
    text,
    asked,
    form,
    judged: classify({ text, ...form, turn: null }),
  }));
}

/** What was said to a question or to a call that was refused, by another way than a prompt. */
export function findResponse(
  { text, asked, reply }: { text: string; asked: string | null; reply: Form["reply"] },
  prompts: number,
): FoundSentence[] {
  const sentences = splitSentences(text).slice(0, MOST);
  return sentences.map((sentence, index) => {
    const form: Form = {
      index,
      count: sentences.length,
      prompts,
      reply: index === 0 ? reply : "none",
      pasted: false,
    };
    const judged = classify({ text: sentence, ...form, turn: null });
    return { text: sentence, asked: index === 0 ? asked : null, form, judged };
  });
}

/** What the model is asked about, one for each sentence of a prompt. */
export function utterancesOf(
  prompt: string,
  { offer, prompts }: Before,
): { text: string; asked: string | null; form: Form }[] {
  const { own, pasted } = ownWords(prompt);
  const sentences = splitSentences(own).slice(0, MOST);
  return sentences.map((text, index) => {
    const answered = offer === null ? null : findAnswered(offer, text, index);
    const reply = answered?.reply ?? "none";
    const asked = answered !== null && (reply === "choice" || isNod(text)) ? answered.text : null;
    return { text, asked, form: { index, count: sentences.length, prompts, reply, pasted } };
  });
}

/** An answer of this many columns says what it answers, unless it begins with a yes and goes on with a condition. */
const SPEAKS_FOR_ITSELF = 36;
const YES = 14;

function isNod(text: string): boolean {
  return columns(text) < SPEAKS_FOR_ITSELF || columns(firstClause(text)) <= YES;
}

import type { Form, Offer } from "../kernel/statement.ts";
import { findAnswered, startsWithYes } from "./find-answered.ts";
import { classify, type Scores } from "./model.ts";
import { ownWords } from "./own-words.ts";
import { columns, splitSentences } from "./split-sentences.ts";

export interface FoundSentence {
  text: string;
  /** What it answers, if its own words are too few to be understood alone. */
  asked: string | null;
  form: Form;
  scores: Scores;
}

/** What preceded a prompt. */
export interface Before {
  offer: Offer | null;
  /** Number of earlier prompts. */
  prompts: number;
}

/** No person types more sentences than this in one prompt. */
const MOST = 120;

/** The sentences of a prompt, each with the part of the agent's offer that it answers, and its scores. */
export function findSentences(prompt: string, before: Before): FoundSentence[] {
  return utterancesOf(prompt, before).map(({ asked, text, form }) => ({
    text,
    asked,
    form,
    scores: classify({ text, ...form, turn: null }),
  }));
}

/** The sentences of an answer or refusal that the user gave in a dialog instead of a prompt. */
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
    const scores = classify({ text: sentence, ...form, turn: null });
    return { text: sentence, asked: index === 0 ? asked : null, form, scores };
  });
}

/** The input of the model, one item for each sentence of a prompt. */
export function utterancesOf(
  prompt: string,
  { offer, prompts }: Before,
): { text: string; asked: string | null; form: Form }[] {
  const { own, pasted } = ownWords(prompt);
  const sentences = splitSentences(own).slice(0, MOST);
  return sentences.map((text, index) => {
    const answered = offer === null ? null : findAnswered(offer, text, index);
    const reply = answered?.reply ?? "none";
    const asked = answered !== null && (reply === "choice" || needsContext(text)) ? answered.text : null;
    return { text, asked, form: { index, count: sentences.length, prompts, reply, pasted } };
  });
}

/** A longer prompt says what it asks for. In columns. */
const BRIEF = 48;

/** What a brief prompt such as "yes, do that" responds to: the agent's question or its last sentence. Null for other prompts. */
export function findProposal(prompt: string, offer: Offer | null): string | null {
  if (offer === null || columns(prompt) > BRIEF || !needsContext(prompt)) return null;
  return offer.question ?? offer.sentences.at(-1) ?? null;
}

/** A sentence of this width names what it is about, unless it begins with a yes. In columns. */
const SELF_CONTAINED = 36;

function needsContext(text: string): boolean {
  return columns(text) < SELF_CONTAINED || startsWithYes(text);
}

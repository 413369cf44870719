import type { Form, Offer } from "../kernel/statement.ts";
import { bounded } from "../text/bounded.ts";
import { findAnswered, startsWithYes } from "./find-answered.ts";
import { classify, type Scores } from "./model.ts";
import { ownWords } from "./own-words.ts";
import { displayWidth, splitSentences } from "./split-sentences.ts";

export interface FoundSentence {
  text: string;
  /** What it responds to, if it is too short to be understood alone. */
  asked: string | null;
  offered?: string;
  form: Form;
  scores: Scores;
}

/** The context in which a prompt was written. */
export interface Before {
  offer: Offer | null;
  /** Number of earlier prompts. */
  prompts: number;
}

/** No person types more sentences than this in one prompt. */
const MAX_SENTENCES = 120;

/** Splits a prompt into sentences, each with the part of the agent's offer that it responds to and its scores. */
export function findSentences(prompt: string, before: Before): FoundSentence[] {
  return toUtterances(prompt, before).map(({ asked, text, form }, index) => ({
    text,
    asked,
    ...(index === 0 ? offeredBefore(before.offer, asked) : {}),
    form,
    scores: classify({ text, ...form, turn: null }),
  }));
}

const OFFERED = 360;

/** What the agent offered or said last, which the first sentence of a prompt may answer in words of its own. */
function offeredBefore(offer: Offer | null, asked: string | null): { offered?: string } {
  if (offer === null) return {};
  const list =
    offer.age === 0 ? offer.options.map(({ mark, text: option }) => `${mark && `${mark}. `}${option}`) : [];
  const offered = list.join("; ") || (offer.question ?? offer.sentences.slice(-2).join(" "));
  return offered === "" || offered === asked ? {} : { offered: bounded(offered, OFFERED) };
}

/** Splits an answer or refusal that the user gave in a dialog into sentences. */
export function findResponse(
  { text, asked, reply }: { text: string; asked: string | null; reply: Form["reply"] },
  prompts: number,
): FoundSentence[] {
  const sentences = splitSentences(text).slice(0, MAX_SENTENCES);
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

/** Prepares the input of the model, one item for each sentence of a prompt. */
export function toUtterances(
  prompt: string,
  { offer, prompts }: Before,
): { text: string; asked: string | null; form: Form }[] {
  const { own, pasted } = ownWords(prompt);
  const sentences = splitSentences(own).slice(0, MAX_SENTENCES);
  return sentences.map((text, index) => {
    const answered = offer === null ? null : findAnswered(offer, text, index);
    const reply = answered?.reply ?? "none";
    const asked = answered !== null && (reply === "choice" || needsContext(text)) ? answered.text : null;
    return { text, asked, form: { index, count: sentences.length, prompts, reply, pasted } };
  });
}

/** Maximum width of a brief prompt, in columns. Longer prompts say what they ask for. */
const BRIEF = 48;

/**
 * Finds what a brief prompt such as "yes, do that" responds to: the agent's question or last sentence. Null for other
 * prompts.
 */
export function findProposal(prompt: string, offer: Offer | null): string | null {
  if (offer === null || displayWidth(prompt) > BRIEF || !needsContext(prompt) || ASKS_AGAIN.test(prompt))
    return null;
  return offer.question ?? offer.sentences.at(-1) ?? null;
}

/** `^ ?` and `???` repeat what was asked before. */
const ASKS_AGAIN = /^[\s^↑👆?？!！.…]+$/u;

/** A sentence of this width, in columns, is understandable alone unless it begins with a yes. */
const SELF_CONTAINED = 36;

function needsContext(text: string): boolean {
  return displayWidth(text) < SELF_CONTAINED || startsWithYes(text);
}

import { readFileSync } from "node:fs";

/** These were written one by one, so they weigh less than sentences of a session; our own are plain rules and weigh more. */
const WEIGHT = 0.4;
const PLAIN_WEIGHT = 2;
/** The number of earlier prompts: as in the middle of a session. */
const PROMPTS = 9;
const WORTH = new Set(["constraint", "decision", "todo"]);
const UNSURE = new Set(["correction", "withdrawn"]);

/** Labelled sentences, one `{ text, label, before, author }` per line, as training rows. */
export function sentenceRows(path, { extractFeatures, findOffer, toUtterances, HEADS }) {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines
    .map((line) => JSON.parse(line))
    .flatMap(({ text, label, before, author }) => {
      const offer = before === "" ? null : findOffer(before, null);
      return toUtterances(text, { offer, prompts: PROMPTS }).map(({ text: sentence, form }) => ({
        features: extractFeatures({ text: sentence, ...form, turn: null }),
        answers: HEADS.map((head) => answer(head, label)),
        weight: author === "house" ? PLAIN_WEIGHT : WEIGHT,
      }));
    });
}

function answer(head, label) {
  if (head === "worth") return UNSURE.has(label) ? null : Number(WORTH.has(label));
  return head === "constraint" && label === "correction" ? null : Number(label === head);
}

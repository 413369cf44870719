import { readFileSync } from "node:fs";

/** Less than a sentence of a session: these were written one by one. Those of the house are plain rules that must not be missed. */
const WEIGHT = 0.4;
const PLAIN_WEIGHT = 2;
/** As if said in the middle of a session. */
const PROMPTS = 9;
const WORTH = new Set(["constraint", "decision", "todo"]);
const UNSURE = new Set(["correction", "withdrawn"]);

/** Labelled sentences, `{ text, label, before }` a line, as rows to learn from. */
export function sentenceRows(path, { featuresOf, findOffer, utterancesOf, HEADS }) {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines
    .map((line) => JSON.parse(line))
    .flatMap(({ text, label, before, author }) => {
      const offer = before === "" ? null : findOffer(before, null);
      return utterancesOf(text, { offer, prompts: PROMPTS }).map(({ text: said, form }) => ({
        features: featuresOf({ text: said, ...form, turn: null }),
        answers: HEADS.map((head) => answer(head, label)),
        weight: author === "house" ? PLAIN_WEIGHT : WEIGHT,
      }));
    });
}

function answer(head, label) {
  if (head === "worth") return UNSURE.has(label) ? null : Number(WORTH.has(label));
  return head === "constraint" && label === "correction" ? null : Number(label === head);
}

import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { extractFeatures, type Utterance } from "../../src/statements/features.ts";

const utterance = (more: Partial<Utterance> = {}): Utterance => ({
  text: "Round the rates.",
  index: 0,
  count: 1,
  prompts: 9,
  reply: "none",
  pasted: false,
  turn: null,
  ...more,
});
const TURN = { tools: true, edits: false, chars: 120, asks: false };
/** The buckets in which one utterance differs from the plain one. */
const differences = (more: Partial<Utterance>, from: Partial<Utterance> = {}) => {
  const plain = extractFeatures(utterance(from));
  const other = extractFeatures(utterance({ ...from, ...more }));
  return [...new Set([...plain.keys(), ...other.keys()])].filter((key) => plain.get(key) !== other.get(key));
};

describe("what the model sees of an utterance", () => {
  test.each<[string, Partial<Utterance>, Partial<Utterance>]>([
    ["more than six sentences", { count: 7 }, { count: 6 }],
    ["a number's digits", { text: "Round 1,000 rates." }, { text: "Round 2,345 rates." }],
    ["a ligature", { text: "Conﬁrm the rates." }, { text: "Confirm the rates." }],
    ["which prompt after the fourth it is", { prompts: 5 }, { prompts: 4 }],
    ["which sentence between the first and the last it is", { index: 1, count: 6 }, { index: 2, count: 6 }],
    ["how long an answer of 41 to 120 characters is", { turn: { ...TURN, chars: 41 } }, { turn: TURN }],
  ])("is not %s", (_, one, other) => {
    expect(differences(one, other)).toEqual([]);
  });

  test.each<[string, Partial<Utterance>, Partial<Utterance>]>([
    ["up to six sentences", { count: 5 }, { count: 6 }],
    ["that something was pasted", { pasted: true }, {}],
    ["that it is the first of all", { prompts: 0 }, {}],
    ["that it comes early", { prompts: 3 }, { prompts: 4 }],
    ["that it closes the prompt", { index: 5, count: 6 }, { index: 4, count: 6 }],
    ["that it opens the prompt", { index: 0, count: 6 }, { index: 1, count: 6 }],
    ["how it responds", { reply: "choice" }, {}],
    ["the question mark at its end", { text: "Round the rates?" }, {}],
    ["that the agent used tools", { turn: { ...TURN, tools: false } }, { turn: TURN }],
    ["that it changed files", { turn: { ...TURN, edits: true } }, { turn: TURN }],
    ["that it answered at length", { turn: { ...TURN, chars: 121 } }, { turn: TURN }],
    ["that it asked", { turn: { ...TURN, asks: true } }, { turn: TURN }],
  ])("is %s", (_, one, other) => {
    expect(differences(one, other).length).toBeGreaterThan(0);
  });

  test("has a bias, and counts words less where there are many", () => {
    expect(extractFeatures(utterance()).get(0)).toBe(1);
    const lightest = (text: string) => Math.min(...extractFeatures(utterance({ text })).values());
    expect(lightest("ox")).toBeGreaterThan(lightest("round the rates of each invoice and of each receipt"));
  });
});

// The weights of `model.json` belong to exactly these buckets: who changes the features trains the model again.
test("the features are those that the model was trained on", () => {
  const texts = [
    "",
    "Use `src/a.ts`, never Foo.",
    "“Why?”",
    "Stop!",
    "Two things:",
    "a, b; c",
    "改数据库。明天！",
    "価格は12円",
    "Version 10 of 2,000 — now",
    "The old table stays where it is until the auditor has seen all of it, twice, and signed it, on paper, in ink.",
  ];
  const forms: Partial<Utterance>[] = [
    {},
    { index: 0, count: 3, prompts: 0, reply: "answer" },
    { index: 1, count: 8, prompts: 0, pasted: true },
    { index: 7, count: 8, prompts: 2, reply: "choice", turn: TURN },
    {
      index: 3,
      count: 8,
      prompts: 4,
      reply: "refusal",
      turn: { tools: false, edits: true, chars: 39, asks: true },
    },
  ];
  const all = texts.flatMap((text) =>
    forms.map((form) => [...extractFeatures(utterance({ text, ...form }))]),
  );
  const rounded = all.map((features) => features.map(([bucket, value]) => `${bucket}:${value.toFixed(6)}`));
  expect(createHash("sha256").update(JSON.stringify(rounded)).digest("hex")).toMatchInlineSnapshot(
    `"6ca951d154a21bd4c03128f6c72fe03b48bebcbe3a0a54a89b32eec82305f5bf"`,
  );
});

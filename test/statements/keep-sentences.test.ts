import { describe, expect, test } from "vitest";
import type { Sentence } from "../../src/kernel/statement.ts";
import { type FoundSentence, findSentences } from "../../src/statements/find-sentences.ts";
import { keepSentences, reclassifySentences, withinBounds } from "../../src/statements/keep-sentences.ts";
import { displayWidth } from "../../src/statements/split-sentences.ts";

const NOTHING = { worth: 0, constraint: 0, decision: 0, todo: 0, withdrawn: 0 };
const FORM = { index: 0, count: 1, prompts: 0, reply: "none", pasted: false } as const;
const found = (text: string, scores = {}, asked: string | null = null): FoundSentence => ({
  text,
  asked,
  form: FORM,
  scores: { ...NOTHING, ...scores },
});
const textsOf = (sentences: readonly Sentence[]) => sentences.map(({ text }) => text);
const said = (...prompts: [string, number][]): Sentence[] =>
  prompts.reduce<Sentence[]>((known, [text, at]) => keepSentences(known, [found(text)], at), []);

describe("what is kept", () => {
  test("stands in the order of time, also when it comes late", () => {
    expect(textsOf(said(["one", 1], ["three", 3], ["two", 2]))).toEqual(["one", "two", "three"]);
  });

  test("what is said again stands once, where it was said last", () => {
    const again = said(["Use tabs.", 1], ["Build it.", 2], ["use tabs", 3]);
    expect(again.map(({ text, at }) => [text, at])).toEqual([
      ["Build it.", 2],
      ["use tabs", 3],
    ]);
  });

  test("what is said again at the same time stands once, and behind what was said before", () => {
    expect(textsOf(said(["one", 1], ["two", 1], ["one", 1]))).toEqual(["two", "one"]);
  });

  test("other words, or other letters, are something else", () => {
    const texts = ["a b", "ab", "…", "?!", "ÄB", "äb"];
    expect(textsOf(said(...texts.map((text, i): [string, number] => [text, i])))).toEqual([
      "a b",
      "ab",
      "…",
      "?!",
      "äb",
    ]);
  });

  test.each([
    ["Reject every batch where n >= 10.", "Reject every batch where n <= 10."],
    ["Reject n != 10.", "Reject n = 10."],
    ["Return n + 1.", "Return n - 1."],
    ["Port it to C++.", "Port it to C#."],
    ["👍️", "🎉️"],
  ])("%j is not taken for %j", (first, second) => {
    expect(textsOf(said([first, 1], ["Build it.", 2], [second, 3]))).toEqual([first, "Build it.", second]);
  });

  test("a sign without words that is said again stands once", () => {
    expect(textsOf(said(["👍", 1], ["Build it.", 2], ["👍", 3]))).toEqual(["Build it.", "👍"]);
  });

  test("has a worth of three digits", () => {
    expect(keepSentences([], [found("x", { worth: 0.12345 })], 1)[0]?.worth).toBe(0.123);
  });

  test("an older telling that comes late does not take the place of the newer one", () => {
    expect(said(["Build it.", 1], ["Use tabs.", 3], ["Use tabs.", 2]).at(-1)).toMatchObject({
      text: "Use tabs.",
      at: 3,
    });
  });

  test("the same answer to another question is another answer", () => {
    const first = keepSentences([], [found("yes", {}, "Drop it?")], 1);
    expect(keepSentences(first, [found("yes", {}, "Keep it?")], 2)).toHaveLength(2);
  });

  test.each([
    [{ constraint: 0.6, decision: 0.7 }, "decision"],
    [{ constraint: 0.8, decision: 0.7 }, "constraint"],
    [{ todo: 0.5 }, "todo"],
    [{ todo: 0.45 }, "todo"],
    [{ todo: 0.449 }, "other"],
    [{ constraint: 0.4, decision: 0.4, todo: 0.4, worth: 0.9 }, "other"],
  ] as const)("%j is a sentence of the kind %s", (scores, kind) => {
    expect(keepSentences([], [found("x", scores)], 1)[0]?.kind).toBe(kind);
  });

  test("is cut where it is very long", () => {
    const [kept] = keepSentences([], [found("x".repeat(3_000), {}, "y".repeat(3_000))], 1);
    expect(kept?.text.length).toBeLessThanOrEqual(401);
    expect(kept?.asked?.length).toBeLessThanOrEqual(401);
  });
});

describe("within bounds", () => {
  const many = Array.from({ length: 200 }, (_, i): Sentence => {
    const text = `${i} ${"漢".repeat(100)}`;
    return { text, at: i, asked: null, kind: "other", worth: (i % 50) / 100 };
  });

  test("the least telling leave, no more than must", () => {
    const kept = withinBounds(many);
    const width = (sentences: readonly Sentence[]) =>
      sentences.reduce((sum, { text }) => sum + displayWidth(text), 0);
    expect(width(kept)).toBeLessThanOrEqual(24_000);
    expect(width(kept)).toBeGreaterThan(23_000);
    const movable = kept.slice(4, -12).map(({ worth }) => worth);
    const gone = many.filter((sentence) => !kept.includes(sentence)).map(({ worth }) => worth);
    expect(Math.max(...gone)).toBeLessThanOrEqual(Math.min(...movable));
  });

  test("the first and the newest stay, whatever they are worth, and the order stays", () => {
    const kept = withinBounds(many);
    expect(kept.slice(0, 4)).toEqual(many.slice(0, 4));
    expect(kept.slice(-12)).toEqual(many.slice(-12));
    expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b));
  });

  test("what fits stays whole", () => {
    expect(withinBounds(many.slice(0, 20))).toEqual(many.slice(0, 20));
    const exactly = Array.from(
      { length: 60 },
      (_, at) => ({ ...many[0], text: "漢".repeat(200), at }) as Sentence,
    );
    expect(withinBounds(exactly)).toHaveLength(60);
    expect(withinBounds([...exactly, { ...exactly[0], text: "x" } as Sentence])).toHaveLength(60);
  });

  test("what a sentence answers takes room too", () => {
    const answers = many.map((sentence) => ({ ...sentence, text: "yes", asked: sentence.text }));
    const kept = withinBounds(answers);
    expect(kept.length).toBeLessThan(120);
    expect(kept.length).toBeGreaterThan(100);
  });
});

describe("a turn that is over", () => {
  const TURN = { tools: true, edits: true, chars: 300, asks: false };
  const fresh = keepSentences(
    [],
    findSentences("Never write to the production bucket.", { offer: null, prompts: 3 }),
    1,
  );

  test("what the agent did in it changes how its sentences are classified", () => {
    const carriedOut = reclassifySentences(fresh, TURN);
    const answered = reclassifySentences(fresh, { tools: false, edits: false, chars: 10, asks: true });
    expect(carriedOut[0]?.worth).not.toBe(fresh[0]?.worth);
    expect(carriedOut[0]?.worth).not.toBe(answered[0]?.worth);
    expect(carriedOut[0]).toMatchObject({ text: fresh[0]?.text, at: 1, asked: null });
  });

  test("is classified once more only", () => {
    const settled = reclassifySentences(fresh, TURN);
    expect(settled[0]).not.toHaveProperty("form");
    expect(reclassifySentences(settled, { ...TURN, tools: false, edits: false })).toEqual(settled);
  });
});

test("of what was offered, that before the sentences of most worth is kept, within 10,000 columns", () => {
  const offered = "o".repeat(300);
  const kept = Array.from({ length: 40 }, (_, i) => i).reduce<Sentence[]>((known, i) => {
    const worth = i === 5 ? 0.1 : 0.5;
    return keepSentences(known, [{ ...found(`Sentence ${i}.`, { worth }), offered }], i);
  }, []);
  expect(kept).toHaveLength(40);
  expect(kept.filter((sentence) => sentence.offered !== undefined)).toHaveLength(33);
  expect(kept[5]?.offered).toBeUndefined();
  expect(kept[4]?.offered).toBe(offered);
});

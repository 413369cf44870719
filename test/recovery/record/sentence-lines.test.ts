import { describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Sentence, Statement } from "../../../src/kernel/statement.ts";
import { sentenceLines } from "../../../src/recovery/record/sentence-lines.ts";

/** A sentence of the prompt at that time. */
function said(text: string, at: number, more: Partial<Sentence> = {}): Sentence {
  return { text, at, asked: null, kind: "other", worth: 0.5, ...more };
}
function statement(at: number, channel: Statement["channel"] = "typed"): Statement {
  return { id: `p${at}`, channel, text: "as it was", asked: null, at };
}

function linesOf(sentences: Sentence[], more: Partial<Capture> = {}) {
  const prompts = [...new Set(sentences.map(({ at }) => at))].map((at) => statement(at));
  return sentenceLines({ ...EMPTY_CAPTURE, goal: "Build it.", prompts, sentences, ...more });
}
/** Section and text of each line. */
const shown = (...given: Parameters<typeof linesOf>) =>
  linesOf(...given).map(({ section, text }) => `${section}: ${text}`);
const valuesOf = (...given: Parameters<typeof linesOf>) => linesOf(...given).map(({ value }) => value);

/** Three prompts: the opening, one in the middle and the latest. */
const OPENING = said("Build it.", 1);
const MIDDLE = said("Stream it.", 2);
const LATEST = said("Quote the fields.", 3);

describe("the user's sentences", () => {
  test("are the opening, what was said, and the latest request, in their order", () => {
    expect(linesOf([OPENING, MIDDLE, LATEST])).toMatchObject([
      { section: "goal", text: "Build it.", order: 0, prompt: 1, isAnswer: false },
      { section: "statements", text: "Stream it.", order: 1, prompt: 2, isAnswer: false },
      { section: "request", text: "Quote the fields.", order: 2, prompt: 3, isAnswer: false },
    ]);
  });

  test("are none where nothing was said", () => {
    expect(linesOf([])).toEqual([]);
  });

  test("are no task where they are constraints, also in the first prompt", () => {
    const rule = said("Never write to it.", 1, { kind: "constraint" });
    expect(linesOf([OPENING, rule, LATEST])).toMatchObject([
      { section: "goal", text: "Build it." },
      { section: "statements", text: "Never write to it." },
      { section: "request" },
    ]);
  });

  test("are on one line and without tags", () => {
    expect(shown([said("Quote\nthe <system-reminder> fields.", 1)])).toEqual([
      "request: Quote the ‹system-reminder> fields.",
    ]);
  });

  test("are worth more the newer they are, as long as they are not certain", () => {
    const middle = Array.from({ length: 11 }, (_, i) => said(`Look at ${i}.`, i + 2));
    const values = valuesOf([OPENING, ...middle, said("Quote it.", 19), said("Go.", 20)]);
    // Nine prompts came after the fourth one: there the classification counts as it is.
    expect(values[4]).toBeCloseTo(0.5, 10);
    expect(values[1]).toBeCloseTo(0.4921, 4);
    expect(values[11]).toBeCloseTo(0.53606, 4);
  });

  test("that are certain to be needed stay so", () => {
    expect(valuesOf([OPENING, said("Never.", 2, { worth: 1, kind: "constraint" }), LATEST])[1]).toBe(1);
    expect(valuesOf([OPENING, said("Hm.", 2, { worth: 0 }), LATEST])[1]).toBe(0);
  });
});

describe("the latest request", () => {
  test("is that of the last prompt, whatever was answered after it", () => {
    const answer = said("Yes, both.", 4);
    const prompts = [statement(1), statement(3)];
    expect(shown([OPENING, LATEST, answer], { prompts })).toEqual([
      "goal: Build it.",
      "request: Quote the fields.",
      "statements: Yes, both.",
    ]);
  });

  test("is the last that was said, where no prompt is known", () => {
    expect(shown([OPENING, LATEST], { prompts: [] })).toEqual([
      "goal: Build it.",
      "request: Quote the fields.",
    ]);
  });

  test("comes with the prompt before it when it says too little on its own", () => {
    const vague = [said("ok", 4, { worth: 0.05 }), said("go on", 4, { worth: 0.1 })];
    expect(shown([OPENING, MIDDLE, LATEST, ...vague])).toEqual([
      "goal: Build it.",
      "statements: Stream it.",
      "before: Quote the fields.",
      "request: ok",
      "request: go on",
    ]);
    const [, telling = LATEST] = vague;
    expect(shown([OPENING, LATEST, said("ok", 4, { worth: 0.05 }), { ...telling, worth: 0.25 }])[1]).toBe(
      "statements: Quote the fields.",
    );
  });

  test("stands alone when it says what it answers, however little it says", () => {
    const answer = said("the second", 4, { worth: 0.05, asked: "Which one?" });
    expect(shown([OPENING, LATEST, answer])).toEqual([
      "goal: Build it.",
      "statements: Quote the fields.",
      "request: the second",
    ]);
  });

  test("is certain, and what it adds is its worth", () => {
    const [, , value] = valuesOf([OPENING, MIDDLE, LATEST]);
    expect(value).toBeCloseTo(2.5686, 4);
  });

  test("is certain up to 420 characters, the sentences of most worth first", () => {
    const long = (letter: string, length: number, worth: number) => said(letter.repeat(length), 3, { worth });
    const certain = (...sentences: Sentence[]) => valuesOf([OPENING, ...sentences]).map((value) => value > 2);
    expect(certain(long("a", 200, 0.3), long("b", 220, 0.6))).toEqual([false, true, true]);
    expect(certain(long("a", 200, 0.3), long("b", 221, 0.6))).toEqual([false, false, true]);
    expect(certain(long("a", 200, 0.6), long("b", 221, 0.3))).toEqual([false, true, false]);
    expect(certain(long("a", 300, 0.5), long("b", 300, 0.5))).toEqual([false, false, true]);
  });

  test("is certain together with the prompt before it", () => {
    const before = said("b".repeat(400), 2);
    const lines = linesOf([OPENING, before, said("a".repeat(30), 3, { worth: 0.1 })]);
    expect(lines.map(({ section, value }) => `${section} ${value > 2}`)).toEqual([
      "goal false",
      "before true",
      "request false",
    ]);
  });
});

describe("what the latest request agrees to", () => {
  const proposal = "I would split the table.";
  test("stands behind it", () => {
    expect(linesOf([OPENING, said("yes", 2)], { proposal }).at(-1)).toEqual({
      section: "request",
      text: "← I would split the table.",
      order: 2,
      value: 2,
    });
  });

  test("is left out where a sentence of the request says what it answers", () => {
    const chosen = said("yes", 2, { asked: "Split it?", kind: "decision" });
    expect(shown([OPENING, chosen], { proposal })).toEqual(["goal: Build it.", "request: yes ← Split it?"]);
    expect(shown([OPENING, chosen, said("And test it.", 2)], { proposal }).at(-1)).toBe(
      "request: And test it.",
    );
  });

  test("has 240 characters at most", () => {
    const long = "word ".repeat(60).trim();
    const text = linesOf([said("yes", 2)], { proposal: long }).at(-1)?.text ?? "";
    expect(text).toMatch(/^← (?:word ?)+…$/);
    expect(text.length).toBeGreaterThan(230);
    expect(text.length).toBeLessThanOrEqual(242);
  });
});

describe("the opening", () => {
  const opening = (...given: Parameters<typeof linesOf>) =>
    linesOf(...given)
      .filter(({ section }) => section === "goal")
      .map(({ text, value }) => `${text} ${value}`);

  test("is the two sentences of most worth of the first prompt", () => {
    const first = [
      said("Hello.", 1, { worth: 0.1 }),
      said("Build it.", 1),
      said("In Rust.", 1, { worth: 0.4 }),
    ];
    expect(opening([...first, MIDDLE, LATEST])).toEqual(["Build it. 1.6", "In Rust. 0.8"]);
  });

  test("is of the first three prompts, when the first one says little", () => {
    const first = said("Hello.", 1, { worth: 0.1 });
    const others = [
      said("Build it.", 2, { worth: 0.9 }),
      said("In Rust.", 3),
      said("Go.", 4, { worth: 0.95 }),
    ];
    expect(opening([first, ...others, said("Quote it.", 5)])).toEqual(["Build it. 1.6", "In Rust. 0.8"]);
  });

  test("is of the first prompt, however much more the latest request says", () => {
    const latest = [said("Quote the fields.", 2, { worth: 0.9 }), said("In Rust.", 2, { worth: 0.9 })];
    expect(opening([said("Look at it.", 1, { worth: 0.2 }), ...latest])).toEqual(["Look at it. 1.6"]);
  });

  test("is worth as much as the sentence, if that is more", () => {
    const first = [OPENING, said("In Rust.", 1, { worth: 0.49 }), said("Use streams.", 1, { worth: 0.9 })];
    expect(opening([...first, LATEST])[1]).toMatch(/^Use streams\. 1\.6$/);
    expect(opening([{ ...OPENING, worth: 0.99 }, said("In Rust.", 1, { worth: 0.9 }), LATEST])[1]).toMatch(
      /^In Rust\. 0\.91/,
    );
  });

  test("is none without a goal, as in a session that only continues another", () => {
    expect(opening([OPENING, LATEST], { goal: null })).toEqual([]);
  });

  test("is no answer, and nothing that the latest request says", () => {
    const answer = said("The second.", 1, { asked: "Which one?" });
    expect(opening([answer, LATEST])).toEqual([]);
    expect(opening([OPENING])).toEqual([]);
  });
});

test("a task with a rule in the same sentence is what was first asked, a rule with its reason is not", () => {
  const task = said("Package b: add pagination; page size must stay 20.", 1);
  expect(shown([task, said("Use a cursor.", 2), said("Now test it.", 3)])).toContain(`goal: ${task.text}`);
  const rule = said("Never touch docs/; it is generated.", 1);
  expect(shown([rule, said("Draw the chart.", 2), said("Quote it.", 3)])).toContain("goal: Draw the chart.");
});

test("rules that open a session are not what was first asked", () => {
  const rules = [
    said("Never touch docs/, another team owns it.", 1),
    said("Always run npm test before you say that you are done.", 2),
  ];
  const goals = shown([...rules, said("Draw the chart.", 3), said("Quote it.", 4)]).slice(0, 3);
  expect(goals).toEqual([
    "statements: Never touch docs/, another team owns it.",
    "statements: Always run npm test before you say that you are done.",
    "goal: Draw the chart.",
  ]);
});

describe("what an answer answers", () => {
  const asked = "Which format?";
  test("stands with it when it decides something, or is worth it", () => {
    const texts = (more: Partial<Sentence>) =>
      shown([OPENING, said("camt", 2, { asked, ...more }), LATEST])[1];
    expect(texts({ kind: "decision", worth: 0.01 })).toBe("statements: camt ← Which format?");
    expect(texts({ worth: 0.3 })).toBe("statements: camt ← Which format?");
    expect(texts({ worth: 0.2 })).toBe("statements: camt");
  });

  test("ends its item, so that it is marked", () => {
    const [, line] = linesOf([OPENING, said("camt", 2, { asked }), LATEST]);
    expect(line?.isAnswer).toBe(true);
  });

  test("stands once, with the sentence of most worth", () => {
    const answers = [
      said("camt", 2, { asked, worth: 0.4 }),
      said("Only camt.", 2, { asked, worth: 0.6 }),
      said("Please.", 2, { asked, worth: 0.6 }),
    ];
    expect(shown([OPENING, ...answers, LATEST]).slice(1, 4)).toEqual([
      "statements: camt",
      "statements: Only camt. ← Which format?",
      "statements: Please.",
    ]);
  });

  test("stands with each answer to another question, or at another time", () => {
    const answers = [
      said("camt", 2, { asked }),
      said("In cents.", 2, { asked: "Which unit?" }),
      said("mt940", 3, { asked }),
    ];
    expect(shown([OPENING, ...answers, said("Go.", 4)]).slice(1, 4)).toEqual([
      "statements: camt ← Which format?",
      "statements: In cents. ← Which unit?",
      "statements: mt940 ← Which format?",
    ]);
  });

  test("is in brackets within a request, unless it ends it", () => {
    const answer = said("camt", 3, { asked });
    expect(shown([OPENING, answer, LATEST])[1]).toBe("request: camt (← Which format?)");
    expect(shown([OPENING, LATEST, answer])[2]).toBe("request: camt ← Which format?");
  });

  test("is at most 120 characters of it", () => {
    const long = "word ".repeat(30).trim();
    const [, line] = linesOf([OPENING, said("camt", 2, { asked: long }), LATEST]);
    expect(line?.text).toMatch(/^camt ← (?:word ?)+…$/);
    expect(line?.text.length).toBeLessThanOrEqual("camt ← ".length + 120);
  });
});

describe("what the user refused", () => {
  const responses = [statement(2, "refusal")];
  const refused = said("Not by force.", 2, { asked: "git push\n--force", worth: 0.2 });

  test("is named with the reason, and not tried again", () => {
    expect(linesOf([OPENING, refused, LATEST], { responses })[1]).toEqual({
      section: "refusals",
      text: "Not by force. (refusing: git push --force)",
      order: 1,
      value: 0.6,
    });
    const worthy = { ...refused, worth: 0.9 };
    expect(linesOf([OPENING, worthy, LATEST], { responses })[1]?.value).toBeGreaterThan(0.9);
  });

  test("is no refusal where it answers, or refuses nothing", () => {
    const answered = [statement(2, "answer")];
    expect(linesOf([OPENING, refused, LATEST], { responses: answered })[1]?.section).toBe("statements");
    const plain = { ...refused, asked: null };
    expect(linesOf([OPENING, plain, LATEST], { responses })[1]?.section).not.toBe("refusals");
  });

  test("is named in at most 120 characters", () => {
    const long = { ...refused, asked: "word ".repeat(30).trim() };
    const text = linesOf([OPENING, long, LATEST], { responses })[1]?.text ?? "";
    expect(text).toMatch(/^Not by force\. \(refusing: (?:word ?)+…\)$/);
    expect(text.length).toBeLessThanOrEqual("Not by force. (refusing: )".length + 120);
  });
});

import { describe, expect, test } from "vitest";
import type { Offer } from "../../src/kernel/statement.ts";
import {
  findProposal,
  findResponse,
  findSentences,
  toUtterances,
} from "../../src/statements/find-sentences.ts";

const offer = (more: Partial<Offer> = {}): Offer => ({
  options: [],
  age: 0,
  question: null,
  sentences: ["I looked at the queue.", "I would drop the old table."],
  ...more,
});
const ASKED = offer({ question: "Shall I drop the old table?" });
const OPTIONS = offer({
  options: [
    { mark: "1", text: "keep the cron script" },
    { mark: "2", text: "move to a queue" },
  ],
});
const LONG = "The old table stays where it is until the auditor has seen all of it.";

describe("the sentences of a prompt", () => {
  test("come with their place, and with what came before", () => {
    expect(toUtterances("Read the file.\nWrite the rows.", { offer: null, prompts: 3 })).toEqual([
      {
        text: "Read the file.",
        asked: null,
        form: { index: 0, count: 2, prompts: 3, reply: "none", pasted: false },
      },
      {
        text: "Write the rows.",
        asked: null,
        form: { index: 1, count: 2, prompts: 3, reply: "none", pasted: false },
      },
    ]);
  });

  test("are those that the user typed", () => {
    const [only, ...more] = toUtterances("Mend this.\n```\nnever()\n```", { offer: null, prompts: 0 });
    expect(only).toMatchObject({ text: "Mend this.", form: { count: 1, pasted: true } });
    expect(more).toEqual([]);
  });

  test("are at most 120, of a prompt and of a response", () => {
    const text = "Go there.\n".repeat(121);
    expect(toUtterances(text, { offer: null, prompts: 0 })).toHaveLength(120);
    expect(toUtterances(text, { offer: null, prompts: 0 })[0]?.form.count).toBe(120);
    const response = findResponse({ text, asked: null, reply: "answer" }, 0);
    expect(response).toHaveLength(120);
    expect(response[0]?.form.count).toBe(120);
  });

  test("are classified as they stand", () => {
    const found = findSentences("Never write to the bucket.\nhello there", { offer: null, prompts: 2 });
    expect(found.map(({ text, asked, form }) => [text, asked, form.index])).toEqual([
      ["Never write to the bucket.", null, 0],
      ["hello there", null, 1],
    ]);
    const [rule, talk] = found.map(({ scores }) => scores);
    expect(rule?.constraint).toBeGreaterThan(talk?.constraint ?? 1);
    expect(rule?.worth).toBeGreaterThan(0.5);
    expect(talk?.worth).toBeLessThan(0.5);
  });
});

describe("what a sentence of a prompt answers", () => {
  const answers = (prompt: string, before: Offer | null) =>
    toUtterances(prompt, { offer: before, prompts: 1 }).map(({ asked, form }) => [asked, form.reply]);

  test.each<[string, string, Offer, [string | null, string]]>([
    ["a choice", "the second one", OPTIONS, ["move to a queue", "choice"]],
    [
      "a choice in a long sentence",
      "2, but only if that does not change a thing for the people at night",
      OPTIONS,
      ["move to a queue", "choice"],
    ],
    ["a question, briefly", "no", ASKED, ["Shall I drop the old table?", "answer"]],
    [
      "a question, beginning with a yes",
      "yes, but wait until the auditor has seen it",
      ASKED,
      ["Shall I drop the old table?", "answer"],
    ],
    ["a question, in words that need no question", LONG, ASKED, [null, "answer"]],
    ["nothing", "Write a test.", offer(), [null, "none"]],
    [
      "a choice, in words that need no list",
      "the second one of these, since the people at night have to read it",
      OPTIONS,
      ["move to a queue", "choice"],
    ],
  ])("%s", (_, prompt, before, expected) => {
    expect(answers(prompt, before)).toEqual([expected]);
  });

  test("only the first sentence answers a question", () => {
    expect(answers("no\nsend a mail", ASKED)).toEqual([
      ["Shall I drop the old table?", "answer"],
      [null, "none"],
    ]);
  });
});

describe("what was offered before a prompt", () => {
  const SAID = "Take what we had in the museum before the summer.";
  const offered = (text: string, given: Offer | null) =>
    findSentences(text, { offer: given, prompts: 3 }).map((sentence) => sentence.offered);
  const list = offer({
    options: [
      { mark: "1", text: "a queue" },
      { mark: "", text: "a table" },
    ],
    question: "Which one?",
  });

  test("is kept with its first sentence: the list, else the question, else what was said last", () => {
    expect(offered(`${SAID} then stop.`, list)).toEqual(["1. a queue; a table", undefined]);
    expect(offered(SAID, { ...list, age: 1 })).toEqual(["Which one?"]);
    const spoken = offer({ sentences: ["One.", "Two.", "Three."] });
    expect(offered(SAID, spoken)).toEqual(["Two. Three."]);
  });

  test("is not kept without an offer, or twice", () => {
    expect(offered(SAID, null)).toEqual([undefined]);
    expect(offered(SAID, offer({ sentences: [] }))).toEqual([undefined]);
    const [answer] = findSentences("No.", { offer: ASKED, prompts: 3 });
    expect([answer?.asked, answer?.offered]).toEqual(["Shall I drop the old table?", undefined]);
  });

  test("has 360 characters at most", () => {
    expect(offered(SAID, offer({ question: "q".repeat(400) }))[0]).toHaveLength(360);
  });
});

describe("the sentences of a response in a dialog", () => {
  const response = () =>
    findResponse({ text: "not now\nask me later", asked: "Delete all?", reply: "refusal" }, 5);

  test("only the first stands beside the question", () => {
    expect(response().map(({ scores, ...rest }) => rest)).toEqual([
      {
        text: "not now",
        asked: "Delete all?",
        form: { index: 0, count: 2, prompts: 5, reply: "refusal", pasted: false },
      },
      {
        text: "ask me later",
        asked: null,
        form: { index: 1, count: 2, prompts: 5, reply: "none", pasted: false },
      },
    ]);
  });

  test("are classified as a response", () => {
    const [alone] = findSentences("not now", { offer: null, prompts: 5 });
    expect(response()[0]?.scores.worth).not.toBe(alone?.scores.worth);
  });
});

describe("what a brief prompt responds to", () => {
  // 36 columns need no context, 35 do; after a yes up to 48 do.
  const YES = "yes, do it before the auditor sees all of it, ok";

  test.each<[string, Offer | null, string | null]>([
    ["do that", ASKED, "Shall I drop the old table?"],
    ["do that", offer(), "I would drop the old table."],
    ["do that", offer({ sentences: [] }), null],
    ["do that", null, null],
    ["x".repeat(35), ASKED, "Shall I drop the old table?"],
    ["x".repeat(36), ASKED, null],
    [YES, ASKED, "Shall I drop the old table?"],
    [`${YES}!`, ASKED, null],
  ])("%j, after %j: %j", (prompt, before, proposal) => {
    expect(findProposal(prompt, before)).toBe(proposal);
  });
});

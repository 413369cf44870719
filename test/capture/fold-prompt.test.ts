import { describe, expect, test } from "vitest";
import { foldPrompt, foldUnqueued } from "../../src/capture/fold-prompt.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Offer, Statement } from "../../src/kernel/statement.ts";
import { sampleSentence } from "../support/sample-sentence.ts";

type Prompt = Extract<TranscriptEntry, { type: "prompt" }>;

const capture = (more: Partial<Capture> = {}): Capture => ({ ...EMPTY_CAPTURE, ...more });
const entry = (text: string, at: number, more: Partial<Prompt> = {}): Prompt => ({
  type: "prompt",
  text,
  at,
  ...more,
});
const typed = (text: string, at: number, id = `${at}`): Statement => ({
  id,
  channel: "typed",
  text,
  asked: null,
  at,
});
const OFFER: Offer = { options: [], age: 0, question: "Shall I parse the dates?", sentences: [] };

describe("a prompt", () => {
  test("is added with what it says", () => {
    const before = capture({
      offer: OFFER,
      turn: { tools: true, edits: false, chars: 9, asks: false },
      proposal: "Shall I?",
    });
    const text = "Build the importer.\n- [ ] parse the header";
    const after = foldPrompt(before, entry(text, 5));
    expect(after).toMatchObject({
      promptsSeen: 1,
      goal: text,
      prompts: [typed(text, 5)],
      proposal: null,
      turn: null,
      todos: [{ content: "parse the header", status: "pending" }],
      lastUserText: text,
    });
    expect(after.sentences[0]).toMatchObject({ text: "Build the importer.", at: 5 });
    expect(after.sentences[0]?.form).toMatchObject({ index: 0, prompts: 0 });
  });

  test.each<[Partial<Prompt>, Partial<Statement>]>([
    [
      { promptId: "p", uuid: "u" },
      { id: "p", keyed: true, channel: "typed" },
    ],
    [{ uuid: "u" }, { id: "u", channel: "typed" }],
    [{}, { id: "5", channel: "typed" }],
    [
      { promptId: "p", queued: "taken" },
      { id: "p", channel: "queued" },
    ],
    [
      { promptId: "p", queued: "waiting" },
      { id: "waiting:5", channel: "queued" },
    ],
  ])("with %j is known as %j", (more, expected) => {
    expect(foldPrompt(capture(), entry("Go.", 5, more)).prompts).toEqual([
      { ...typed("Go.", 5), ...expected },
    ]);
  });

  test("of more than 1,500 characters is cut in the middle", () => {
    const { prompts, goal } = foldPrompt(capture(), entry("x".repeat(1_501), 5));
    expect(prompts[0]?.text).toBe(`${"x".repeat(747)}\n[…]\n${"x".repeat(747)}`);
    expect(goal).toBe(prompts[0]?.text);
  });

  test("that only agrees keeps what it agrees to", () => {
    const after = foldPrompt(capture({ offer: OFFER }), entry(` yes ${"\n".repeat(60)}`, 5));
    expect(after.proposal).toBe("Shall I parse the dates?");
    expect(after.sentences[0]?.asked).toBe("Shall I parse the dates?");
  });

  test("that is not the newest leaves the proposal of the newest", () => {
    const before = capture({ offer: OFFER, prompts: [typed("do", 9)], proposal: "Shall I?" });
    expect(foldPrompt(before, entry("yes", 5)).proposal).toBe("Shall I?");
  });

  test("ends the turn before: its sentences are classified for good", () => {
    const first = foldPrompt(capture(), entry("Always use tabs.", 5));
    const second = foldPrompt({ ...first, promptsSeen: 4 }, entry("Write the rows.", 20_000));
    const [old, fresh] = second.sentences;
    expect(old).toMatchObject({ text: "Always use tabs.", at: 5 });
    expect(old).not.toHaveProperty("form");
    expect(fresh?.form).toMatchObject({ prompts: 4 });
    expect(second.promptsSeen).toBe(5);
  });

  test("is one of at most thirty, the newest", () => {
    const prompts = Array.from({ length: 30 }, (_, i) => typed(`part ${i}`, 100_000 * i));
    const full = capture({ prompts, goal: "the very first", promptsSeen: 40 });
    const after = foldPrompt(full, entry("new", 9_000_000));
    expect(after.prompts).toEqual([...prompts.slice(1), typed("new", 9_000_000)]);
    expect(after).toMatchObject({ goal: "the very first", promptsSeen: 41 });
  });
});

describe("what a session is for", () => {
  const goalAfter = (before: Partial<Capture>, at: number) =>
    foldPrompt(capture(before), entry("new", at)).goal;

  test("is its first prompt, also if that is reported later", () => {
    const before = { prompts: [typed("first", 50_000)], goal: "first" };
    expect(goalAfter(before, 90_000)).toBe("first");
    expect(goalAfter(before, 1)).toBe("new");
  });

  test("is not a prompt that is only older than those that are left", () => {
    expect(goalAfter({ prompts: [typed("fortieth", 50_000)], goal: "first" }, 1)).toBe("first");
  });

  test("is not a prompt that only asks to go on, nor a command", () => {
    expect(foldPrompt(capture(), entry("continue", 1)).goal).toBeNull();
    const before = { prompts: [typed("weiter", 1), typed("/model opus", 2)], goal: null };
    expect(goalAfter(before, 90_000)).toBe("new");
  });

  test("is the next prompt where nothing was known", () => {
    expect(goalAfter({ prompts: [typed("first", 1)] }, 90_000)).toBe("new");
  });
});

describe("a text that no person typed", () => {
  test.each([
    ["<holdfast>record</holdfast>", {}],
    ["Task 7 is done.", { fromClient: true }],
    ["  ", {}],
  ])("is no prompt, but the newest that stands in the user's name: %j", (text, more) => {
    const before = capture({ prompts: [typed("Go.", 5)], lastUserText: "Go." });
    expect(foldPrompt(before, entry(text, 5, more))).toEqual({ ...before, lastUserText: text.trimStart() });
  });

  test("is kept by its beginning", () => {
    const after = foldPrompt(capture(), entry(`\n ${"x".repeat(101)}`, 5, { fromClient: true }));
    expect(after.lastUserText).toBe(`${"x".repeat(99)}…`);
  });

  test("is removed again if only the transcript says who wrote it", () => {
    const first = foldPrompt(capture(), entry("Add retry.", 5, { promptId: "a" }));
    const hooked = foldPrompt(first, entry("Never push to main.", 9_000, { promptId: "b" }));
    expect(hooked.prompts).toHaveLength(2);
    const read = entry("Never push to main.", 9_100, { promptId: "b", fromClient: true });
    const after = foldPrompt(hooked, read);
    expect(after).toMatchObject({ prompts: first.prompts, promptsSeen: 1, goal: "Add retry." });
    expect(after.sentences.map(({ text }) => text)).toEqual(["Add retry."]);
  });

  test("is not the newest if a prompt came after it", () => {
    const before = capture({ prompts: [typed("Go.", 5)], lastUserText: "Go." });
    expect(foldPrompt(before, entry("Task 7 is done.", 4, { fromClient: true }))).toEqual(before);
  });
});

describe("a prompt that is reported twice", () => {
  const known = (...prompts: Statement[]) => capture({ prompts, goal: "Go.", promptsSeen: 2 });

  test("counts once", () => {
    const before = known(typed("Go.", 5), typed("On.", 50_000));
    const after = foldPrompt(before, entry("Go.", 900, { promptId: "p" }));
    expect(after).toEqual(before);
  });

  test("was queued if either report says so, from the earlier time on", () => {
    const before = known(typed("Go.", 5), typed("On.", 9_000, "p"));
    const after = foldPrompt(before, entry("On.", 4_000, { uuid: "u", queued: "taken" }));
    expect(after.prompts).toEqual([typed("Go.", 5), { ...typed("On.", 4_000, "p"), channel: "queued" }]);
    expect(after.promptsSeen).toBe(2);
  });

  test("moves what it says to the time when it was typed", () => {
    const sentences = [sampleSentence("Go.", 5), sampleSentence("Off.", 6_000), sampleSentence("On.", 9_000)];
    const before = { ...known(typed("Go.", 5), typed("Off.", 6_000), typed("On.", 9_000, "p")), sentences };
    const after = foldPrompt(before, entry("On.", 4_000, { uuid: "u", queued: "taken" }));
    expect(after.sentences.map(({ text, at }) => [text, at])).toEqual([
      ["Go.", 5],
      ["On.", 4_000],
      ["Off.", 6_000],
    ]);
  });

  test("no longer waits when the agent has taken it", () => {
    const waiting: Statement = { ...typed("On.", 4_000, "waiting:4000"), channel: "queued" };
    const before = known(typed("Go.", 5), waiting, typed("Off.", 60_000));
    const after = foldPrompt(before, entry("On.", 90_000, { promptId: "p" }));
    expect(after.prompts).toEqual([typed("Go.", 5), { ...waiting, id: "p" }, typed("Off.", 60_000)]);
  });

  test("is put in the place of its earlier time", () => {
    const before = known(typed("Go.", 5), typed("Off.", 6_000), typed("On.", 9_000, "p"));
    const after = foldPrompt(before, entry("On.", 4_000, { uuid: "u", queued: "taken" }));
    expect(after.prompts.map(({ text }) => text)).toEqual(["Go.", "On.", "Off."]);
  });
});

describe("a queued prompt in the words of an older one", () => {
  const older = typed("On.", 5);

  test("is the newest, so that it does not wait for ever", () => {
    const before = foldPrompt(capture({ prompts: [older] }), entry("On.", 600_000, { queued: "waiting" }));
    const after = foldPrompt(before, entry("On.", 660_000, { uuid: "u", queued: "taken" }));
    expect(after.prompts).toEqual([older, { ...typed("On.", 600_000, "u"), channel: "queued" }]);
  });

  test("is the one that its hook reported", () => {
    const before = capture({ prompts: [older, typed("On.", 600_000)] });
    const after = foldPrompt(before, entry("On.", 660_000, { uuid: "u", queued: "taken" }));
    expect(after.prompts).toEqual([older, { ...typed("On.", 600_000), channel: "queued" }]);
  });

  test("is the one with its id, even if a newer one follows", () => {
    const before = capture({ prompts: [older, typed("On.", 6_000)] });
    const after = foldPrompt(before, entry("On.", 7_000, { uuid: older.id, queued: "taken" }));
    expect(after.prompts).toEqual([{ ...older, channel: "queued" }, typed("On.", 6_000)]);
  });
});

describe("a queued prompt that was taken back", () => {
  const unqueued = (text: string, since: number) => ({ type: "unqueued", at: 60_000, text, since }) as const;
  const prompts = [typed("Go.", 5), typed("Delete it.", 20_000), typed("On.", 50_000)];
  const sentences = [
    sampleSentence("Go.", 5),
    sampleSentence("Delete it.", 20_000),
    sampleSentence("On.", 50_000),
  ];
  const before = capture({ prompts, sentences, promptsSeen: 3 });

  test("is forgotten with its sentences", () => {
    expect(foldUnqueued(before, unqueued("Delete it.", 20_500))).toEqual({
      ...before,
      prompts: [prompts[0], prompts[2]],
      sentences: [sentences[0], sentences[2]],
      promptsSeen: 2,
    });
    expect(foldUnqueued({ ...before, promptsSeen: 0 }, unqueued("Delete it.", 20_500)).promptsSeen).toBe(0);
  });

  test("is no longer the goal, which is then that of the next one", () => {
    const first = capture({ prompts, goal: "Go.", promptsSeen: 3 });
    expect(foldUnqueued(first, unqueued("Go.", 500)).goal).toBe("Delete it.");
    const only = capture({ prompts: [typed("Go.", 5)], goal: "Go.", promptsSeen: 1 });
    expect(foldUnqueued(only, unqueued("Go.", 500)).goal).toBeNull();
    expect(foldUnqueued(first, unqueued("On.", 50_500)).goal).toBe("Go.");
  });

  test.each([
    ["other words", "Delete.", 20_500],
    ["another time", "Delete it.", 40_000],
  ])("is another one if it has %s", (_, text, since) => {
    expect(foldUnqueued(before, unqueued(text, since))).toEqual(before);
  });

  test("may have waited for long", () => {
    const waiting: Statement = { ...typed("Delete it.", 20_000, "waiting:20000"), channel: "queued" };
    const after = foldUnqueued(capture({ prompts: [waiting] }), unqueued("Delete it.", 90_000));
    expect(after.prompts).toEqual([]);
  });

  test("is the newest of several that say the same", () => {
    const twice = [typed("On.", 20_000, "a"), typed("On.", 21_000, "b")];
    expect(foldUnqueued(capture({ prompts: twice }), unqueued("On.", 20_500)).prompts).toEqual([twice[0]]);
  });

  test("is known by what is kept of a long one", () => {
    const [long] = foldPrompt(capture(), entry("x".repeat(2_000), 5)).prompts;
    const after = foldUnqueued(capture({ prompts: long ? [long] : [] }), unqueued("x".repeat(2_000), 5));
    expect(after.prompts).toEqual([]);
  });
});

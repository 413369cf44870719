import { describe, expect, test } from "vitest";
import { inherit, withInherited } from "../../src/capture/inherit.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Statement } from "../../src/kernel/statement.ts";
import { sampleSentence } from "../support/sample-sentence.ts";

const capture = (more: Partial<Capture> = {}): Capture => ({ ...EMPTY_CAPTURE, ...more });
const prompt = (text: string, at: number, asked: string | null = null): Statement => ({
  id: `prompt-${at}`,
  channel: "typed",
  text,
  asked,
  at,
});
const changed = (path: string, at = 1): Capture["files"][number] => ({
  path,
  action: "changed",
  at,
  changedAt: at,
  edit: null,
});
const failed = (id: string, command: string): Capture["commands"][number] => ({
  id,
  command,
  ok: false,
  output: "1 test failed",
  at: 1,
});

const EARLIER = capture({
  goal: "Build the importer.",
  prompts: [prompt("Build the importer.", 1), prompt("Now the dates.", 2)],
  proposal: "Shall I parse them?",
  sentences: [sampleSentence("Build the importer.", 1), sampleSentence("Never touch vendor.", 2)],
  todos: [
    { content: "Parse the header", status: "completed" },
    { content: "Parse the dates", status: "in_progress" },
    { content: "Write the rows", status: "pending" },
  ],
  decisions: [{ decision: "Use streams", rationale: null }],
  files: [changed("a.ts"), { ...changed("read.ts"), action: "read" }, changed("b.ts")],
  commands: [failed("c1", "npm test"), { ...failed("c2", "npm run lint"), ok: true }],
  lastAnswer: "I stopped at the dates.",
});

describe("what a session inherits from the one that it continues", () => {
  test("is what is not done yet, and what the next one needs", () => {
    const { inherited } = inherit(capture(), EARLIER);
    expect(inherited).toEqual({
      goal: "Build the importer.",
      request: "Now the dates.",
      prompts: [prompt("Build the importer.", 1), prompt("Now the dates.", 2)],
      proposal: "Shall I parse them?",
      todos: [
        { content: "Parse the dates", status: "in_progress" },
        { content: "Write the rows", status: "pending" },
      ],
      decisions: [{ decision: "Use streams", rationale: null }],
      files: ["a.ts", "b.ts"],
      failures: [failed("c1", "npm test")],
      lastAnswer: "I stopped at the dates.",
      lastAnswerAt: null,
    });
  });

  test("is the latest of several requests", () => {
    const prompts = ["one", "two", "three"].map((text, at) => prompt(text, at));
    expect(inherit(capture(), capture({ prompts })).inherited?.request).toBe("three");
  });

  test("has the newest three prompts, which are those of a session that only goes on", () => {
    const prompts = ["one", "two", "three", "four"].map((text, at) => prompt(text, at + 1));
    const went = { ...inherit(capture(), capture({ prompts })), prompts: [prompt("continue", 9)] };
    expect(withInherited(went).prompts.map(({ text }) => text)).toEqual(["two", "three", "four"]);
    const asked = { ...went, prompts: [prompt("Draw the chart.", 9)] };
    expect(withInherited(asked).prompts.map(({ text }) => text)).toEqual(["Draw the chart."]);
  });

  test("of a session without a prompt there is no request", () => {
    expect(inherit(capture(), capture()).inherited).toMatchObject({ goal: null, request: null, todos: [] });
  });

  test("the user's sentences are its own from then on, once", () => {
    const own = capture({ sentences: [sampleSentence("Never touch vendor.", 9)] });
    expect(inherit(own, EARLIER).sentences.map(({ text, at }) => [text, at])).toEqual([
      ["Build the importer.", 1],
      ["Never touch vendor.", 9],
    ]);
  });

  test("of many files the newest thirty, of many failures the newest twelve", () => {
    const files = Array.from({ length: 31 }, (_, i) => changed(`${i}.ts`));
    const commands = Array.from({ length: 13 }, (_, i) => failed(`c${i}`, `npm run check-${i}x`));
    const { inherited } = inherit(capture(), capture({ files, commands }));
    expect(inherited?.files).toHaveLength(30);
    expect(inherited?.files[0]).toBe("1.ts");
    expect(inherited?.failures).toHaveLength(12);
    expect(inherited?.failures[0]?.id).toBe("c1");
  });

  test("goes on to the next one: a chain of killed sessions loses nothing", () => {
    const second = inherit(capture({ prompts: [prompt("go on", 5)] }), EARLIER);
    const third = inherit(capture(), second);
    expect(third.inherited).toMatchObject({
      goal: "Build the importer.",
      files: ["a.ts", "b.ts"],
      lastAnswer: "I stopped at the dates.",
      lastAnswerAt: null,
      failures: [{ id: "c1" }],
    });
  });
});

describe("a capture as it is delivered", () => {
  const continued = (own: Partial<Capture> = {}) => withInherited(inherit(capture(own), EARLIER));

  test("is as it is where nothing was inherited", () => {
    expect(withInherited(EARLIER)).toBe(EARLIER);
  });

  test("begins with what was inherited", () => {
    const whole = continued({
      todos: [{ content: "parse  the DATES", status: "completed" }],
      decisions: [{ decision: "Use one file", rationale: null }],
      goal: "go on",
    });
    expect(whole.goal).toBe("Build the importer.");
    expect(whole.todos.map(({ content }) => content)).toEqual(["parse  the DATES", "Write the rows"]);
    expect(whole.decisions.map(({ decision }) => decision)).toEqual(["Use streams", "Use one file"]);
    expect(whole.lastAnswer).toBe("I stopped at the dates.");
  });

  test("has the answer of a session that did something, but not of one that only went on", () => {
    const answered = { lastAnswer: "All done.", prompts: [prompt("go on", 5)] };
    expect(continued(answered).lastAnswer).toBe("I stopped at the dates.");
    expect(continued({ ...answered, files: [changed("b.ts", 8)] }).lastAnswer).toBe("All done.");
    expect(continued({ ...answered, prompts: [prompt("Write the rows.", 5)] }).lastAnswer).toBe("All done.");
    const whole = inherit(capture(answered), capture({ prompts: [prompt("Build it.", 1)] }));
    expect(withInherited(whole).lastAnswer).toBe("All done.");
  });

  test("has a todo once that the session wrote with emphasis or its state", () => {
    const todos = [
      { content: "**Parse** the dates.", status: "completed" as const },
      { content: "Write the rows (done)", status: "completed" as const },
    ];
    expect(continued({ todos }).todos).toEqual(todos);
  });

  test("has a goal of its own where the earlier session had none", () => {
    expect(withInherited(inherit(capture({ goal: "Draw." }), capture())).goal).toBe("Draw.");
  });

  test("keeps a file changed that is only read now, and tells one that is changed again once", () => {
    const read = { ...changed("a.ts", 7), action: "read" as const };
    const { files } = continued({ files: [read, changed("b.ts", 8), changed("c.ts", 9)] });
    expect(files.map(({ path, action, at }) => [path, action, at])).toEqual([
      ["a.ts", "changed", 0],
      ["b.ts", "changed", 8],
      ["c.ts", "changed", 9],
    ]);
  });

  test("has each failure once, before its own commands", () => {
    const own = { ...failed("c9", "npm test"), ok: true };
    expect(continued({ commands: [own] }).commands.map(({ id }) => id)).toEqual(["c1", "c9"]);
    expect(continued({ commands: [failed("c1", "npm test")] }).commands).toHaveLength(1);
  });

  test("of todos and decisions keeps as many as a session may have", () => {
    const todos = Array.from({ length: 40 }, (_, i) => ({ content: `own ${i}`, status: "pending" as const }));
    const decisions = Array.from({ length: 30 }, (_, i) => ({ decision: `own ${i}`, rationale: null }));
    const whole = continued({ todos, decisions });
    expect(whole.todos).toEqual(todos);
    expect(whole.decisions).toEqual(decisions);
  });

  test("leaves the latest request to the earlier session while it was only asked to continue", () => {
    const own = {
      prompts: [prompt("go on", 5)],
      sentences: [sampleSentence("go on", 5), sampleSentence("Use tabs.", 6)],
    };
    const whole = continued(own);
    expect(whole.proposal).toBe("Shall I parse them?");
    expect(whole.sentences.map(({ text }) => text)).toEqual([
      "Build the importer.",
      "Never touch vendor.",
      "Use tabs.",
    ]);
  });

  test.each<[string, Partial<Capture>]>([
    ["was asked for work", { prompts: [prompt("Repair the parser.", 5)] }],
    ["was asked for work among others", { prompts: [prompt("go on", 4), prompt("Repair it.", 5)] }],
    ["was answered", { prompts: [prompt("yes", 5, "Which one?")] }],
    ["proposed something itself", { prompts: [prompt("go on", 5)], proposal: "Shall I?" }],
  ])("but not once it %s", (_, own) => {
    const whole = continued({ ...own, sentences: [sampleSentence("mine", 5)] });
    expect(whole.proposal).toBe(own.proposal ?? null);
    expect(whole.sentences.at(-1)?.text).toBe("mine");
  });

  test("ends after ten prompts of its own", () => {
    const prompts = (count: number) => Array.from({ length: count }, (_, i) => prompt("go on", i + 5));
    expect(continued({ prompts: prompts(9) }).goal).toBe("Build the importer.");
    expect(continued({ prompts: prompts(10) }).goal).toBeNull();
  });
});

import { describe, expect, test } from "vitest";
import { foldResponse, isResponse } from "../../src/capture/fold-response.ts";
import { foldStop } from "../../src/capture/fold-stop.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";

type Entry<T extends TranscriptEntry["type"]> = Extract<TranscriptEntry, { type: T }>;
type Response = Parameters<typeof foldResponse>[1];

const capture = (more: Partial<Capture> = {}): Capture => ({ ...EMPTY_CAPTURE, promptsSeen: 3, ...more });
const command = (id: string, text: string, ok: boolean | null = null): Capture["commands"][number] => ({
  id,
  command: text,
  ok,
  output: "",
  at: 1,
});
const said = ({ sentences }: Capture) => sentences.map(({ text, asked, at }) => [text, asked, at]);
const sized = (words: string, length: number) => words.repeat(length).slice(0, length);

test.each<[TranscriptEntry["type"], boolean]>([
  ["question", true],
  ["answer", true],
  ["refusal", true],
  ["plan", true],
  ["prompt", false],
  ["interruption", false],
  ["outcome", false],
])("%s responds to the agent: %s", (type, expected) => {
  expect(isResponse({ type, at: 1 } as TranscriptEntry)).toBe(expected);
});

describe("a question of the agent", () => {
  const ask = (call: string, text: string): Response => ({ type: "question", at: 1, call, text });

  test("is open until it is answered, in its newest words", () => {
    const both = [ask("c1", "Which cache?"), ask("c2", "Which queue?")].reduce(foldResponse, capture());
    expect(both.questions).toEqual([
      { call: "c1", text: "Which cache?" },
      { call: "c2", text: "Which queue?" },
    ]);
    expect(foldResponse(both, ask("c1", "Which cache now?")).questions).toEqual([
      { call: "c2", text: "Which queue?" },
      { call: "c1", text: "Which cache now?" },
    ]);
  });

  test("is one of at most five, within the bound of a text", () => {
    const six = ["c1", "c2", "c3", "c4", "c5", "c6"].map((call) => ask(call, "?"));
    const { questions } = six.reduce(foldResponse, capture());
    expect(questions.map(({ call }) => call)).toEqual(["c2", "c3", "c4", "c5", "c6"]);
    const [long] = foldResponse(capture(), ask("c1", "q".repeat(1_501))).questions;
    expect(long?.text).toBe(`${"q".repeat(1_499)}…`);
  });
});

describe("an answer", () => {
  const answer = (more: Partial<Entry<"answer">> = {}): Response => ({
    type: "answer",
    at: 7,
    call: "c1",
    text: "Redis (Recommended)",
    ...more,
  });
  const asking = capture({
    questions: [
      { call: "c0", text: "Which days?" },
      { call: "c1", text: "Which cache should we use?" },
    ],
  });

  test("decides what was asked, and the question is no longer open", () => {
    const after = foldResponse(asking, answer());
    expect(after.responses).toEqual([
      {
        id: "c1",
        channel: "answer",
        text: "Redis (Recommended)",
        asked: "Which cache should we use?",
        at: 7,
      },
    ]);
    expect(after.decisions).toEqual([
      { decision: "Redis", rationale: 'answer to "Which cache should we use?"' },
    ]);
    expect(said(after)).toEqual([["Redis", "Which cache should we use?", 7]]);
    expect(after.sentences[0]?.form).toMatchObject({ index: 0, count: 1, prompts: 3, reply: "choice" });
    expect(after.questions).toEqual([{ call: "c0", text: "Which days?" }]);
  });

  test("is to the question that its entry repeats", () => {
    const after = foldResponse(asking, answer({ asked: "Which\nstore?" }));
    expect(after.responses[0]?.asked).toBe("Which\nstore?");
    expect(after.decisions).toEqual([{ decision: "Redis", rationale: 'answer to "Which store?"' }]);
  });

  test("to a question that nobody knows is decided without a reason", () => {
    const after = foldResponse(capture(), answer({ text: " Use\n streams " }));
    expect(after.responses[0]).toMatchObject({ text: "Use\n streams", asked: null });
    expect(after.decisions).toEqual([{ decision: "Use streams", rationale: null }]);
  });

  test("counts once when it is seen twice, but each question of a call by itself", () => {
    const once = foldResponse(asking, answer());
    expect(foldResponse(once, answer({ asked: "Which cache should we use?", at: 8 }))).toEqual(once);
    const other = foldResponse(once, answer({ asked: "Which queue?", text: "SQS" }));
    expect(other.responses.map(({ text }) => text)).toEqual(["Redis (Recommended)", "SQS"]);
    expect(other.decisions.map(({ decision }) => decision)).toEqual(["Redis", "SQS"]);
  });

  test("and its question are cut", () => {
    const after = foldResponse(capture(), answer({ text: sized("abc ", 1_600), asked: sized("why ", 700) }));
    const [response] = after.responses;
    expect([response?.text.length, response?.asked?.length]).toEqual([1_500, 600]);
    const [decided] = after.decisions;
    expect(decided?.decision).toBe(`${sized("abc ", 399)}…`);
    expect(decided?.rationale).toBe(`answer to "${sized("why ", 199)}…"`);
  });

  test("is in the place of its time among at most forty", () => {
    const responses = Array.from({ length: 40 }, (_, i) => ({
      id: `r${i}`,
      channel: "answer" as const,
      text: "yes",
      asked: null,
      at: 2 * i,
    }));
    const ids = foldResponse(capture({ responses }), answer()).responses.map(({ id }) => id);
    expect(ids).toHaveLength(40);
    expect(ids.slice(0, 5)).toEqual(["r1", "r2", "r3", "c1", "r4"]);
  });
});

describe("a refusal", () => {
  const refusal = (more: Partial<Entry<"refusal">> = {}): Response => ({
    type: "refusal",
    at: 7,
    call: "c1",
    text: "Never push from here.",
    ...more,
  });
  const edit = { path: "a.ts", action: "changed", at: 1, changedAt: 1 } as const;

  test("is of what its entry says", () => {
    const known = capture({ commands: [command("c1", "git push")] });
    const after = foldResponse(known, refusal({ asked: "git push origin main" }));
    expect(after.responses).toEqual([
      {
        id: "c1",
        channel: "refusal",
        text: "Never push from here.",
        asked: "git push origin main",
        at: 7,
      },
    ]);
    expect(said(after)).toEqual([["Never push from here.", "git push origin main", 7]]);
    expect(after.sentences[0]?.form).toMatchObject({ prompts: 3, reply: "refusal" });
    expect(after.decisions).toEqual([]);
  });

  test.each<[string, Partial<Capture>, string | null]>([
    ["the command", { commands: [command("c0", "ls"), command("c1", "git push")] }, "git push"],
    ["the edit", { files: [{ ...edit, edit: { call: "c1", changedBefore: null } }] }, "a.ts"],
    [
      "the question",
      {
        questions: [
          { call: "c0", text: "When?" },
          { call: "c1", text: "Which?" },
        ],
      },
      "Which?",
    ],
    ["nothing that is known", {}, null],
    [
      "nothing of another call",
      {
        commands: [command("c0", "ls")],
        files: [
          { ...edit, edit: { call: "c0", changedBefore: null } },
          { ...edit, edit: null },
        ],
        questions: [{ call: "c0", text: "Which?" }],
      },
      null,
    ],
  ])("is of %s that its call names", (_, known, asked) => {
    expect(foldResponse(capture(known), refusal()).responses[0]?.asked).toBe(asked);
  });

  test("counts once when it is seen twice, and is no answer to the same call", () => {
    const once = foldResponse(capture(), refusal());
    expect(foldResponse(once, refusal({ at: 8 }))).toEqual(once);
    const answer = { type: "answer", at: 9, call: "c1", text: "Yes." } as const;
    expect(foldResponse(once, answer).responses.map(({ channel }) => channel)).toEqual(["refusal", "answer"]);
    expect(foldResponse(once, refusal({ call: "c2" })).responses).toHaveLength(2);
  });
});

describe("a plan that was approved", () => {
  const plan = (text: string, call = "c1"): Response => ({ type: "plan", at: 7, call, text });
  const TEXT = "# Move the cache\n\nIt is slow.\n1. Switch the callers\n- [x] write the note";

  test("is decided by its heading and steps, and its boxes are todos", () => {
    const after = foldResponse(capture(), plan(TEXT));
    const outline = "Move the cache\n1. Switch the callers\n- [x] write the note";
    expect(after.responses).toEqual([{ id: "c1", channel: "plan", text: outline, asked: null, at: 7 }]);
    expect(after.decisions).toEqual([
      { decision: outline.replaceAll("\n", " "), rationale: "the user approved this plan" },
    ]);
    expect(after.todos).toEqual([{ content: "write the note", status: "completed" }]);
    expect(after.sentences).toEqual([]);
  });

  test("counts once when it is seen twice", () => {
    const once = foldResponse(capture(), plan(TEXT));
    expect(foldResponse(once, plan("# Another"))).toEqual(once);
  });

  test.each(["", " \n"])("but says nothing is nothing: %j", (text) => {
    expect(foldResponse(capture(), plan(text))).toEqual(capture());
  });

  test("is decided in at most four hundred characters", () => {
    const steps = Array.from({ length: 9 }, (_, i) => `${i + 1}. ${"x".repeat(60)}`).join("\n");
    const [decided] = foldResponse(capture(), plan(steps)).decisions;
    expect(decided?.decision).toBe(`${steps.replaceAll("\n", " ").slice(0, 399)}…`);
  });
});

describe("an interruption", () => {
  const stop = (more: Partial<Entry<"interruption">> = {}): Entry<"interruption"> => ({
    type: "interruption",
    at: 10_000,
    ...more,
  });

  test("is of the command that was running", () => {
    const commands = [command("c1", "ls"), command("c2", "npm test"), command("c3", "pwd", true)];
    expect(foldStop(capture({ commands }), stop({ uuid: "u1" })).responses).toEqual([
      { id: "u1", channel: "interruption", text: "", asked: "npm test", at: 10_000 },
    ]);
  });

  test("has nothing to do with a command of an earlier turn whose outcome nobody reported", () => {
    const prompts = [{ id: null, text: "Now the docs.", at: 5_000 }] as unknown as Capture["prompts"];
    const commands = [command("c1", "npm run dev")];
    expect(foldStop(capture({ commands, prompts }), stop()).responses).toMatchObject([{ asked: null }]);
    expect(foldStop(capture({ commands }), stop()).responses).toMatchObject([{ asked: "npm run dev" }]);
  });

  test("is known by its time where it has no id, and may be of nothing", () => {
    expect(foldStop(capture(), stop()).responses).toEqual([
      { id: "10000", channel: "interruption", text: "", asked: null, at: 10_000 },
    ]);
  });

  test("counts once when it is seen twice", () => {
    const once = foldStop(capture(), stop());
    expect(foldStop(once, stop())).toEqual(once);
  });

  test.each([
    ["refusal", 8_000, 1],
    ["refusal", 8_001, 0],
    ["refusal", 11_999, 0],
    ["refusal", 12_000, 1],
    ["answer", 10_000, 1],
  ] as const)("beside a %s at %i counts %i times", (channel, at, count) => {
    const before = capture({ responses: [{ id: "r", channel, text: "", asked: null, at }] });
    expect(foldStop(before, stop()).responses).toHaveLength(1 + count);
  });

  test("beside one refusal of several is that one", () => {
    const refusal = { id: "r", channel: "refusal", text: "", asked: null } as const;
    const responses = [
      { ...refusal, at: 1 },
      { ...refusal, at: 9_000 },
    ];
    expect(foldStop(capture({ responses }), stop()).responses).toEqual(responses);
  });
});

import { describe, expect, test } from "vitest";
import { refoldCapture } from "../../../src/capture/branches/refold-capture.ts";
import type {
  AbandonedPeriod,
  TranscriptEntry,
  TranscriptTail,
} from "../../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Statement } from "../../../src/kernel/statement.ts";
import { sampleSentence } from "../../support/sample-sentence.ts";

const S = 1_000;
/** The branch that was left; what hooks reported up to ten seconds beside it may be of it. */
const LEFT: AbandonedPeriod[] = [{ from: 200 * S, last: 300 * S, until: 400 * S }];

const statement = (text: string, at: number, channel: Statement["channel"] = "typed"): Statement => ({
  id: text,
  channel,
  text,
  asked: null,
  at,
});
const file = (path: string, at: number): Capture["files"][number] => ({
  path,
  action: "read",
  at,
  changedAt: null,
  edit: null,
});
const command = (id: string, at: number): Capture["commands"][number] => ({
  id,
  command: id,
  ok: true,
  output: "",
  at,
});
const TIMES = { before: 50 * S, live: 150 * S, left: 250 * S, last: 450 * S, after: 550 * S };
const entries: TranscriptEntry[] = [
  { type: "prompt", text: "Build it.", promptId: "a", at: 100 * S },
  { type: "prompt", text: "Draw it.", promptId: "b", at: 500 * S },
];
const tail = (more: Partial<TranscriptTail> = {}): TranscriptTail => ({
  entries,
  path: "/t.jsonl",
  readAt: 9_000 * S,
  bytes: 1,
  tokens: null,
  use: null,
  hasMoved: true,
  isWhole: true,
  ...more,
});

/** Something of each kind at each time. */
const at = <T>(make: (name: string, time: number) => T) =>
  Object.entries(TIMES).map(([name, time]) => make(name, time));
const before: Capture = {
  ...EMPTY_CAPTURE,
  goal: "Old goal.",
  prompts: at((name, time) => statement(name, time)),
  proposal: "Shall I?",
  responses: at((name, time) => statement(name, time, "answer")),
  summary: { text: "Old summary.", at: 250 * S },
  sentences: at(sampleSentence),
  todos: [{ content: "old todo", status: "pending" }],
  decisions: [{ decision: "old decision", rationale: null }],
  files: at(file),
  commands: at(command),
  lastAnswer: "Old answer.",
  turn: { tools: true, edits: true, chars: 1, asks: true },
  offer: { options: [], age: 0, question: "Old?", sentences: [] },
  questions: [{ call: "c", text: "Old?" }],
  lastUserText: "old",
  promptsSeen: 9,
  queries: ["ports"],
  remembered: ["8443"],
  compactions: 2,
};
const texts = (items: readonly { text: string }[]) => items.map(({ text }) => text);

describe("the capture of a session whose person went back", () => {
  const after = () => refoldCapture(before, tail(), LEFT);

  test("holds what the transcript has of the live branch, and what is too new for it", () => {
    expect(texts(after().prompts)).toEqual(["Build it.", "Draw it.", "after"]);
    expect(texts(after().responses)).toEqual(["after"]);
    expect(after().goal).toBe("Build it.");
  });

  test("holds nothing that was said on the branch that was left", () => {
    expect(after()).toMatchObject({
      proposal: null,
      summary: null,
      todos: [],
      decisions: [],
      lastAnswer: null,
      turn: null,
      questions: [],
      offer: null,
      lastUserText: null,
    });
  });

  test("has sentences of earlier sessions, and those that are too new", () => {
    expect(texts(after().sentences)).toEqual(["before", "Build it.", "Draw it.", "after"]);
  });

  test("has nothing else of the times at which the transcript begins and ends", () => {
    const [first, newest] = [100 * S, 500 * S];
    const edges: Capture = {
      ...before,
      prompts: [statement("x", newest)],
      responses: [statement("x", newest, "answer")],
      sentences: [sampleSentence("x", first), sampleSentence("y", newest)],
    };
    const { prompts, responses, sentences } = refoldCapture(edges, tail(), LEFT);
    expect(texts(prompts)).toEqual(["Build it.", "Draw it."]);
    expect(responses).toEqual([]);
    expect(texts(sentences)).toEqual(["Build it.", "Draw it."]);
  });

  test("keeps files and commands of the live branch, in the order of time", () => {
    expect(after().files.map(({ path }) => path)).toEqual(["before", "live", "last", "after"]);
    expect(after().commands.map(({ id }) => id)).toEqual(["before", "live", "last", "after"]);
  });

  test("keeps what was recorded of the session itself", () => {
    expect(after()).toMatchObject({ queries: ["ports"], remembered: ["8443"], compactions: 2 });
  });

  test("counts no prompt of the transcript again", () => {
    expect(after().promptsSeen).toBe(9);
    expect(refoldCapture({ ...before, promptsSeen: 1 }, tail(), LEFT).promptsSeen).toBe(3);
    const inPart = (promptsSeen: number) =>
      refoldCapture({ ...before, promptsSeen }, tail({ isWhole: false }), LEFT).promptsSeen;
    expect([inPart(9), inPart(1)]).toEqual([9, 6]);
  });

  test("says which branches were left", () => {
    const open = { from: 600 * S, last: 700 * S, until: Number.POSITIVE_INFINITY };
    expect(refoldCapture(before, tail(), [...LEFT, open]).left).toEqual([...LEFT, { ...open, until: null }]);
  });

  test("has files and commands by the time at which the transcript has them", () => {
    const used: TranscriptEntry[] = [
      { type: "file_read", path: "new.ts", at: 120 * S },
      { type: "command_run", call: "new", command: "ls", at: 120 * S },
    ];
    const { files, commands } = refoldCapture(before, tail({ entries: [...used, ...entries] }), LEFT);
    expect(files.map(({ path }) => path)).toEqual(["before", "new.ts", "live", "last", "after"]);
    expect(commands.map(({ id }) => id)).toEqual(["before", "new", "live", "last", "after"]);
  });

  test("does not note again what was looked for in memory", () => {
    const recall = {
      type: "own_tool",
      call: "r",
      tool: "recall",
      input: { query: "cache" },
      at: 120 * S,
    } as const;
    expect(refoldCapture(before, tail({ entries: [recall, ...entries] }), LEFT).queries).toEqual(["ports"]);
  });

  test("of an empty transcript holds what is not of a branch that was left", () => {
    const { prompts, sentences } = refoldCapture(before, tail({ entries: [] }), LEFT);
    expect(texts(prompts)).toEqual(["before", "live", "last", "after"]);
    expect(texts(sentences)).toEqual(["before", "live", "last", "after"]);
  });
});

describe("where the transcript was not read to its beginning", () => {
  const after = () => refoldCapture(before, tail({ isWhole: false }), LEFT);

  test("what was said stays, but for what was said on the branch that was left", () => {
    expect(texts(after().prompts)).toEqual(["before", "Build it.", "live", "last", "Draw it.", "after"]);
    expect(texts(after().responses)).toEqual(["before", "live", "last", "after"]);
    expect(texts(after().sentences)).toEqual(["before", "Build it.", "live", "last", "Draw it.", "after"]);
    expect(after()).toMatchObject({
      goal: "Old goal.",
      todos: before.todos,
      decisions: before.decisions,
      summary: before.summary,
    });
  });

  test("files and commands of that branch are gone, too", () => {
    expect(after().files.map(({ path }) => path)).toEqual(["before", "live", "last", "after"]);
    expect(after().commands.map(({ id }) => id)).toEqual(["before", "live", "last", "after"]);
  });
});

test("what was said while capture was paused stays out of it", () => {
  const after = refoldCapture({ ...before, resumedAt: 120 * S }, tail(), LEFT);
  expect(texts(after.prompts)).toEqual(["before", "live", "last", "Draw it.", "after"]);
  const atOnce = refoldCapture({ ...before, resumedAt: 100 * S }, tail(), LEFT);
  expect(texts(atOnce.prompts)).toContain("Build it.");
});

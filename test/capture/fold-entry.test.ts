import { describe, expect, test } from "vitest";
import { foldEntry, turnWith } from "../../src/capture/fold-entry.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Turn } from "../../src/kernel/statement.ts";

const capture = (more: Partial<Capture> = {}): Capture => ({ ...EMPTY_CAPTURE, ...more });
const NOTHING: Turn = { tools: false, edits: false, chars: 0, asks: false };

describe("an entry of a session's history", () => {
  test.each<[TranscriptEntry, Partial<Capture>]>([
    [
      { at: 5, type: "prompt", text: "Go home." },
      { promptsSeen: 1, goal: "Go home." },
    ],
    [{ at: 5, type: "question", call: "c", text: "Which?" }, { questions: [{ call: "c", text: "Which?" }] }],
    [
      { at: 5, type: "interruption" },
      { responses: [{ id: "5", channel: "interruption", text: "", asked: null, at: 5 }] },
    ],
    [
      { at: 5, type: "file_read", path: "a.ts" },
      {
        files: [{ path: "a.ts", action: "read", at: 5, changedAt: null, edit: null }],
        turn: { ...NOTHING, tools: true },
      },
    ],
    [
      { at: 5, type: "todo_list", todos: [{ content: "parse it", status: "pending" }] },
      { todos: [{ content: "parse it", status: "pending" }], turn: null },
    ],
    [{ at: 5, type: "summary", text: " They build it. " }, { summary: { text: "They build it.", at: 5 } }],
  ])("is added by its type: %j", (entry, expected) => {
    expect(foldEntry(capture(), entry)).toMatchObject(expected);
  });

  test("takes back a prompt that was queued", () => {
    const prompted = foldEntry(capture(), { at: 5, type: "prompt", text: "Go.", queued: "waiting" });
    expect(foldEntry(prompted, { at: 9, type: "unqueued", text: "Go.", since: 5 }).prompts).toEqual([]);
  });

  test("leaves the capture that it is added to as it was", () => {
    const before = capture();
    foldEntry(before, { at: 5, type: "message", text: "- [ ] parse it" });
    expect(before).toEqual(EMPTY_CAPTURE);
  });
});

describe("what the agent says", () => {
  const said = (text: string, before: Partial<Capture> = {}) =>
    foldEntry(capture(before), { at: 5, type: "message", text });

  test("is the last answer, of which the end is kept", () => {
    expect(said(" The rows are written.\n").lastAnswer).toBe("The rows are written.");
    expect(said(`${"word ".repeat(400)}the end`).lastAnswer).toMatch(/^…word [\s\S]{1400,}the end$/);
  });

  test("may offer something", () => {
    expect(said("Done.\n\nShall I parse the dates of the second file as well?").offer).toMatchObject({
      question: "Shall I parse the dates of the second file as well?",
      age: 0,
    });
  });

  test("leaves the options of before open for a while", () => {
    const options = [{ mark: "1", text: "Redis" }];
    const offer = { options, age: 0, question: null, sentences: [] };
    expect(said("It is fast.", { offer }).offer).toMatchObject({ options, age: 1 });
  });

  test("adds its boxes to the todos", () => {
    const todos = [{ content: "draw it", status: "pending" } as const];
    expect(said("- [x] parse it", { todos }).todos).toEqual([
      { content: "draw it", status: "pending" },
      { content: "parse it", status: "completed" },
    ]);
  });

  test("adds no more todos than a session may have", () => {
    const boxes = Array.from({ length: 41 }, (_, i) => `- [ ] part ${i}`).join("\n");
    expect(said(boxes).todos).toHaveLength(40);
  });
});

test.each([
  [9, 10, 2],
  [10, 10, 2],
  [11, 10, 3],
])("a compaction at %i counts once when entries up to %i were read before: %i", (at, foldedTo, count) => {
  const after = foldEntry(capture({ foldedTo, compactions: 2 }), { at, type: "compaction", trigger: "auto" });
  expect(after.compactions).toBe(count);
});

test("of a client's summary both ends are kept", () => {
  const { summary } = foldEntry(capture(), { at: 5, type: "summary", text: `a${"x".repeat(6_000)}z` });
  expect(summary?.text).toBe(`a${"x".repeat(2_998)}…${"x".repeat(2_998)}z`);
});

describe("what the agent did since the newest prompt", () => {
  const edited: Turn = { tools: true, edits: true, chars: 3, asks: true };

  test.each<[TranscriptEntry, Turn]>([
    [
      { at: 1, type: "file_changed", call: "c", path: "a" },
      { ...NOTHING, tools: true, edits: true },
    ],
    [
      { at: 1, type: "file_read", path: "a" },
      { ...NOTHING, tools: true },
    ],
    [
      { at: 1, type: "command_run", call: "c", command: "ls" },
      { ...NOTHING, tools: true },
    ],
    [
      { at: 1, type: "outcome", call: "c", ok: true, text: "" },
      { ...NOTHING, tools: true },
    ],
    [
      { at: 1, type: "message", text: "Done." },
      { ...NOTHING, chars: 5 },
    ],
  ])("begins with %j", (entry, expected) => {
    expect(turnWith(null, entry)).toEqual(expected);
  });

  test("keeps that something was edited", () => {
    expect(turnWith(edited, { at: 1, type: "file_read", path: "a" })).toEqual(edited);
    expect(turnWith(edited, { at: 1, type: "message", text: "Done." })).toEqual({
      ...edited,
      chars: 5,
      asks: false,
    });
  });

  test.each<TranscriptEntry>([
    { at: 1, type: "prompt", text: "Go." },
    { at: 1, type: "todo_list", todos: [] },
    { at: 1, type: "own_tool", call: "c", tool: "recall", input: {} },
  ])("does not change with %j", (entry) => {
    expect(turnWith(null, entry)).toBeNull();
    expect(turnWith(edited, entry)).toEqual(edited);
  });

  test.each([
    ["Shall I?", true],
    ["我可以吗？ ", true],
    ["هل أفعل؟", true],
    ['Did you say "now?"\n', true],
    ["(Shall I?) ", true],
    ["Shall I? Yes.", false],
    ["Done.", false],
  ])("ends with a question in %j: %s", (text, asks) => {
    expect(turnWith(null, { at: 1, type: "message", text })?.asks).toBe(asks);
  });
});

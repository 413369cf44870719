import { describe, expect, test } from "vitest";
import { applyRewinds, openMarks } from "../../../src/rewind/messages/apply-rewinds.ts";
import { findMarks } from "../../../src/rewind/messages/find-marks.ts";
import type { Exchange } from "../../../src/rewind/messages/pair-calls.ts";
import { openAiMessages } from "../../../src/rewind/messages/shapes/openai.ts";
import { checkpointResult, rewindResult } from "../../../src/rewind/messages/tool-texts.ts";
import { checkpointCall, play, rewindCall, toOpenAi } from "./conversation.ts";

interface Made {
  id: string;
  name: string;
  input: unknown;
  /** Missing while it runs. */
  text?: string;
  ok?: boolean;
}

/** Calls in messages one after the other, each with its result. */
function exchangesOf(made: readonly Made[]): Exchange[] {
  return made.map(({ id, name, input, text, ok = true }, i) => ({
    at: { message: 2 * i, index: 0 },
    call: { id, name, input },
    ...(text === undefined
      ? {}
      : { result: { at: { message: 2 * i + 1, index: 0 }, result: { call: id, ok, text } } }),
  }));
}

const mark = (id: string, goal: string): Made => ({
  id,
  name: "checkpoint",
  input: { goal },
  text: checkpointResult(goal),
});
const rewind = (input: unknown): Made => ({ id: "r", name: "rewind", input, text: rewindResult() });
const goals = (made: readonly Made[]) => findMarks(exchangesOf(made)).open.map(({ goal }) => goal);
const target = (made: readonly Made[]) => findMarks(exchangesOf(made)).due?.mark?.call;

describe("the marks that are open", () => {
  test("are those whose checkpoint succeeded, outermost first", () => {
    const { open, due } = findMarks(exchangesOf([mark("a", "outer"), mark("b", "inner")]));
    expect(open.map(({ call, goal }) => [call, goal])).toEqual([
      ["a", "outer"],
      ["b", "inner"],
    ]);
    expect(due).toBeUndefined();
  });

  test.each<[string, Made]>([
    ["one that failed", { ...mark("a", "x"), ok: false }],
    ["one that was refused", { ...mark("a", "x"), text: "Checkpoint already active." }],
    ["one that still runs", { id: "a", name: "checkpoint", input: { goal: "x" } }],
    ["another tool with such a text", { ...mark("a", "x"), name: "save" }],
  ])("but not %s", (_, made) => {
    expect(goals([made])).toEqual([]);
  });

  test("have no goal where their call says none", () => {
    expect(goals([{ ...mark("a", "x"), input: null }])).toEqual([""]);
    expect(goals([{ ...mark("a", "x"), input: { goal: 7 } }])).toEqual([""]);
  });
});

describe("the rewind that is due", () => {
  test("is the first that was accepted, with its report", () => {
    const { due } = findMarks(
      exchangesOf([mark("a", "x"), rewind({ report: "Found." }), rewind({ report: "2" })]),
    );
    expect(due).toMatchObject({ report: "Found.", mark: { call: "a" }, exchange: { at: { message: 2 } } });
  });

  test.each<[string, Made]>([
    ["failed", { ...rewind({ report: "x" }), ok: false }],
    ["was refused", { ...rewind({ report: "x" }), text: "Report cannot be empty." }],
    ["still runs", { id: "r", name: "rewind", input: { report: "x" } }],
    ["has no report", rewind({})],
    ["is of another tool", { ...rewind({ report: "x" }), name: "undo" }],
  ])("is none that %s", (_, made) => {
    expect(findMarks(exchangesOf([mark("a", "x"), made])).due).toBeUndefined();
  });

  test("goes back to the mark that it names, else to the innermost", () => {
    const nested = [mark("a", "outer"), mark("b", "inner")];
    expect(target([...nested, rewind({ report: "x" })])).toBe("b");
    expect(target([...nested, rewind({ report: "x", to: "outer" })])).toBe("a");
    expect(target([...nested, rewind({ report: "x", to: "unknown" })])).toBe("b");
    expect(target([mark("a", "same"), mark("b", "same"), rewind({ report: "x", to: "same" })])).toBe("b");
    expect(target([rewind({ report: "x" })])).toBeUndefined();
  });
});

describe("rewinds are applied", () => {
  const shape = openAiMessages();
  const rounds = (...calls: ReturnType<typeof checkpointCall>[]) =>
    toOpenAi(play([{ part: "x", rounds: calls.map((one) => ({ says: "", calls: [one] })) }]));

  test("one after the other, each with the mark, what it replaced and what happened there", () => {
    const messages = rounds(
      checkpointCall("first"),
      { name: "Read", late: 0, input: { path: "a.ts" } },
      rewindCall("It was A."),
      checkpointCall("second"),
      rewindCall("It was B."),
    );
    const { rewinds, messages: after } = applyRewinds(shape, messages);
    expect(rewinds.map(({ mark: { call, goal }, warning }) => [call, goal, warning])).toEqual([
      ["x-1-0", "first", null],
      ["x-4-0", "second", null],
    ]);
    expect(rewinds[0]?.facts.filesRead).toEqual(["a.ts"]);
    expect(rewinds.map(({ dropped }) => dropped.length)).toEqual([3, 1]);
    expect(after.map(({ role }) => role)).toEqual(["assistant", "tool", "user", "assistant", "tool", "user"]);
    expect(openMarks(shape, messages)).toEqual([]);
  });

  test("to a mark that is gone under a name of its own", () => {
    const { rewinds, messages } = applyRewinds(shape, rounds(rewindCall("Found.")));
    expect(rewinds).toMatchObject([
      {
        mark: { call: "", goal: "earlier work" },
        dropped: [],
        warning: expect.stringContaining("no longer"),
      },
    ]);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.content).toContain('The exploration "earlier work" is over.');
  });

  test("not at all where none is due, and the list is a new one", () => {
    const messages = rounds(checkpointCall("open"));
    const applied = applyRewinds(shape, messages);
    expect(applied).toEqual({ messages, rewinds: [] });
    expect(applied.messages).not.toBe(messages);
    expect(openMarks(shape, messages)).toEqual([{ call: "x-1-0", goal: "open" }]);
  });
});

import { describe, expect, test } from "vitest";
import type { MessageView, ToolCall } from "../../../src/rewind/messages/message-shape.ts";
import { type Exchange, isBefore, pairCalls } from "../../../src/rewind/messages/pair-calls.ts";
import { reportText } from "../../../src/rewind/messages/report-text.ts";
import { collectFacts, guessCall, type SpanFacts } from "../../../src/rewind/messages/span-facts.ts";
import {
  checkpointResult,
  closesMark,
  isCheckpoint,
  isRewind,
  opensMark,
  rewindResult,
} from "../../../src/rewind/messages/tool-texts.ts";

const call = (name: string, input: unknown, id = "c"): ToolCall => ({ id, name, input });
const result = (of: string, { ok = true, text = "done" } = {}) => ({ call: of, ok, text });
const view = (some: Partial<MessageView>): MessageView => ({
  role: "assistant",
  text: "",
  calls: [],
  results: [],
  ...some,
});

describe("what a call did, by its name and input", () => {
  test.each<[string, unknown, object | undefined]>([
    ["Bash", { command: "npm test" }, { runs: "npm test" }],
    ["shell", { command: ["npm", "test"] }, { runs: "npm test" }],
    ["exec", { cmd: "ls" }, { runs: "ls" }],
    ["exec", { command: "a", cmd: "b" }, { runs: "a" }],
    ["write_and_run", { command: "make", path: "a.ts" }, { runs: "make" }],
    ["Read", { file_path: "a.ts" }, { reads: "a.ts" }],
    ["read", { filePath: "a.ts" }, { reads: "a.ts" }],
    ["view", { path: "a.ts" }, { reads: "a.ts" }],
    ["open", { filename: "a.ts" }, { reads: "a.ts" }],
    ["open", { path: "b", file_path: "a" }, { reads: "a" }],
    ["Edit", { file_path: "a.ts" }, { changes: "a.ts" }],
    ["apply_PATCH", { path: "a.ts" }, { changes: "a.ts" }],
    ["file_delete", { filename: "a.ts" }, { changes: "a.ts" }],
    ["WebSearch", { query: "x" }, undefined],
    ["Read", { path: 7 }, undefined],
    ["Read", "a.ts", undefined],
    ["Read", null, undefined],
  ])("%s of %j: %j", (name, input, fact) => {
    expect(guessCall(call(name, input))).toEqual(fact);
  });
});

describe("what happened in a span", () => {
  const exchange = (of: ToolCall, ended?: ReturnType<typeof result>): Exchange => ({
    at: { message: 0, index: 0 },
    call: of,
    ...(ended ? { result: { at: { message: 1, index: 0 }, result: ended } } : {}),
  });

  test("is each thing once, oldest first; a file that was changed was not only read", () => {
    const facts = collectFacts({
      views: [],
      exchanges: [
        exchange(call("Read", { path: "a.ts" })),
        exchange(call("Read", { path: "b.ts" })),
        exchange(call("Read", { path: "b.ts" })),
        exchange(call("Edit", { path: "a.ts" })),
        exchange(call("Bash", { command: "npm test" }), result("c", { ok: false })),
        exchange(call("Bash", { command: "npm test" }), result("c")),
        exchange(call("Bash", { command: "sleep 9" })),
        exchange(call("Search", { query: "x" })),
        exchange(call("Task", {})),
        exchange(call("Search", { query: "y" })),
        exchange(call("checkpoint", { goal: "x" })),
        exchange(call("mcp__holdfast__rewind", { report: "x" })),
      ],
    });
    expect(facts).toEqual({
      filesRead: ["b.ts"],
      filesChanged: ["a.ts"],
      commands: [
        { command: "npm test", ok: false },
        { command: "npm test", ok: true },
        { command: "sleep 9", ok: null },
      ],
      otherCalls: [
        { tool: "Search", count: 2 },
        { tool: "Task", count: 1 },
      ],
      shown: [],
      said: [],
      nested: [],
    } satisfies SpanFacts);
  });

  test("is what was shown and said, and what inner reports say", () => {
    const inner = { ...collectFacts({ views: [], exchanges: [] }), filesRead: ["x.ts"] };
    const report = reportText({ goal: "inner", mark: "m", report: "Found.", facts: inner });
    const views = [
      view({ text: " I look.\n" }),
      view({ text: " \n" }),
      view({ role: "user", text: " Go on. " }),
      view({ role: "user", text: report }),
      view({ role: "user", text: report }),
      view({ role: "system", text: "rules" }),
      view({ role: "tool", text: "content" }),
    ];
    expect(collectFacts({ views, exchanges: [] })).toMatchObject({
      shown: ["I look."],
      said: ["Go on."],
      nested: ["Read 1 file: x.ts"],
    });
  });

  test("is what the host says that its tools do", () => {
    const exchanges = [exchange(call("peek", { at: "a.ts" })), exchange(call("Read", { path: "b.ts" }))];
    const facts = collectFacts({ views: [], exchanges }, ({ name }) =>
      name === "peek" ? { reads: "a.ts" } : undefined,
    );
    expect(facts).toMatchObject({ filesRead: ["a.ts"], otherCalls: [{ tool: "Read", count: 1 }] });
  });
});

describe("the calls of a conversation", () => {
  test("have their own results, wherever these stand", () => {
    const [a, b] = [call("Read", {}, "a"), call("Bash", {}, "b")];
    const exchanges = pairCalls([
      view({ calls: [a, b] }),
      view({ role: "tool", results: [result("x"), result("b")] }),
      view({ role: "tool", results: [result("a")] }),
    ]);
    expect(exchanges).toEqual([
      {
        at: { message: 0, index: 0 },
        call: a,
        result: { at: { message: 2, index: 0 }, result: result("a") },
      },
      {
        at: { message: 0, index: 1 },
        call: b,
        result: { at: { message: 1, index: 1 }, result: result("b") },
      },
    ]);
  });

  test("with one id get their results from the newest back, each one", () => {
    const same = call("Read", {}, "a");
    const ended = (text: string) => view({ role: "tool", results: [result("a", { text })] });
    const texts = (views: MessageView[]) => pairCalls(views).map((each) => each.result?.result.text);
    expect(texts([view({ calls: [same] }), ended("1"), view({ calls: [same] }), ended("2")])).toEqual([
      "1",
      "2",
    ]);
    expect(texts([view({ calls: [same, same] }), ended("1"), ended("2"), ended("3")])).toEqual(["2", "1"]);
    expect(texts([ended("1"), view({ calls: [same] })])).toEqual([undefined]);
    expect(texts([view({ calls: [same], results: [result("a")] })])).toEqual([undefined]);
  });

  test("are in the order of their messages, and of their places in one", () => {
    const at = (message: number, index: number) => ({ message, index });
    expect(isBefore(at(0, 5), at(1, 0))).toBe(true);
    expect(isBefore(at(1, 0), at(0, 5))).toBe(false);
    expect(isBefore(at(1, 0), at(1, 1))).toBe(true);
    expect(isBefore(at(1, 1), at(1, 1))).toBe(false);
    expect(isBefore(at(1, 2), at(1, 1))).toBe(false);
  });
});

describe("the two tools", () => {
  test.each(["checkpoint", "mcp__holdfast__checkpoint", "holdfast.checkpoint", "holdfast/checkpoint"])(
    "are known by their name, whatever stands before it: %s",
    (name) => {
      expect([isCheckpoint({ name }), isRewind({ name })]).toEqual([true, false]);
      const other = name.replace("checkpoint", "rewind");
      expect([isCheckpoint({ name: other }), isRewind({ name: other })]).toEqual([false, true]);
    },
  );

  test.each(["mycheckpoint", "checkpoints", "checkpoint_save", "a-rewind", "rewind2", "_rewind"])(
    "are not %s",
    (name) => {
      expect([isCheckpoint({ name }), isRewind({ name })]).toEqual([false, false]);
    },
  );

  test("open and close a mark if they succeeded and say so", () => {
    const opened = checkpointResult("x");
    expect(opensMark(result("a", { text: opened }))).toBe(true);
    expect(opensMark(result("a", { text: opened, ok: false }))).toBe(false);
    expect(opensMark(result("a", { text: "Checkpoint already active." }))).toBe(false);
    expect(closesMark(result("a", { text: `[1] ${rewindResult("late")}` }))).toBe(true);
    expect(closesMark(result("a", { text: rewindResult(), ok: false }))).toBe(false);
    expect(closesMark(result("a", { text: opened }))).toBe(false);
    expect(rewindResult("late")).toBe(
      "Rewind requested.\nReport captured for context replacement.\nNote: late.",
    );
    expect(rewindResult()).toBe("Rewind requested.\nReport captured for context replacement.");
  });
});

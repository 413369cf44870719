import { describe, expect, test } from "vitest";
import { redactEntry } from "../../src/capture/redact-entry.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import type { JsonValue } from "../../src/kernel/json.ts";
import type { Redactor } from "../../src/kernel/ports/redactor.ts";

/** Marks what it was given, so that nothing can pass beside it. */
const seen = (text: string) => `<${text}>`;
const marking: Redactor = {
  text: seen,
  lines: (lines) => [...lines],
  json: <T extends JsonValue>(value: T) =>
    JSON.parse(JSON.stringify(value).replaceAll(/"s\d*"/g, '"<s>"')) as T,
};
const redacted = (entry: object) => redactEntry({ at: 1, ...entry } as TranscriptEntry, marking) as object;

describe("S33: everything that is captured is redacted before it is folded", () => {
  test.each([
    [{ type: "message", text: "a" }, { text: "<a>" }],
    [
      { type: "prompt", id: "p", text: "a", asked: "b" },
      { id: "p", text: "<a>", asked: "<b>" },
    ],
    [
      { type: "prompt", id: "p", text: "a", asked: null },
      { text: "<a>", asked: null },
    ],
    [
      { type: "command_run", call: "c", command: "a" },
      { call: "c", command: "<a>" },
    ],
    [
      { type: "file_changed", call: "c", path: "a" },
      { call: "c", path: "<a>" },
    ],
    [
      { type: "x", content: "a", other: "b", path: 7 },
      { content: "<a>", other: "b", path: 7 },
    ],
    [
      { type: "todo_list", todos: [{ content: "a", status: "pending" }] },
      { todos: [{ content: "<a>", status: "pending" }] },
    ],
    [
      { type: "own_tool", name: "n", input: { a: ["s1", 2, null, true] } },
      { name: "n", input: { a: ["<s>", 2, null, true] } },
    ],
  ])("%j", (entry, expected) => {
    expect(redacted(entry)).toMatchObject(expected);
  });
});

test("of an output both ends are kept, each cut where no secret is halved", () => {
  const textOf = (text: string) =>
    (redacted({ type: "outcome", call: "c", ok: true, text }) as { text: string }).text.slice(1, -1);
  expect(textOf("x".repeat(32_768))).toHaveLength(32_768);
  const lines = Array.from({ length: 9_000 }, (_, i) => `line ${i}`).join("\n");
  const kept = textOf(lines);
  expect(kept.length).toBeLessThan(32_800);
  expect(kept).toMatch(/^line 0\n[^]*\n…\nline \d+\n[^]*\nline 8999$/);
});

describe("a long text is cut before, where no secret is halved", () => {
  const textOf = (text: string) => {
    const { command } = redacted({ type: "command_run", call: "c", command: text }) as { command: string };
    return command.slice(1, -1);
  };

  test("between two words", () => {
    expect(textOf("x".repeat(16_384))).toHaveLength(16_384);
    expect(textOf(`${"x".repeat(16_000)} ${"y".repeat(1_000)}`)).toBe("x".repeat(16_000));
    expect(textOf(`${"word ".repeat(4_000)}`)).toHaveLength(16_379);
  });

  test("within a word of more than 4,096 characters, before it is that long", () => {
    expect(textOf(`${"x".repeat(100)} ${"y".repeat(20_000)}`)).toHaveLength(12_288);
    expect(textOf("x".repeat(20_000))).toHaveLength(12_288);
  });

  test("of an answer the end is kept, from a whole line on", () => {
    const answer = (text: string) =>
      (redacted({ type: "message", text }) as { text: string }).text.slice(1, -1);
    expect(answer("one\ntwo")).toBe("one\ntwo");
    const longest = `one\n${"x".repeat(65_532)}`;
    expect(answer(longest)).toBe(longest);
    expect(answer(`${longest}x`)).toBe(`${"x".repeat(65_533)}`);
    expect(answer(`${"x".repeat(70_000)}\nthe end`)).toBe("the end");
    expect(answer("x".repeat(70_000))).toHaveLength(65_536);
  });
});

describe("the input of a tool of ours", () => {
  const inputOf = (input: unknown) => (redacted({ type: "own_tool", input }) as { input: JsonValue }).input;

  test("keeps two hundred items of a list or an object", () => {
    const many = Array.from({ length: 201 }, (_, i) => i);
    expect(inputOf(many)).toHaveLength(200);
    expect(Object.keys(inputOf(Object.fromEntries(many.map((i) => [`k${i}`, i]))) as object)).toHaveLength(
      200,
    );
  });

  test("keeps nine levels", () => {
    const nested = (depth: number): unknown => (depth === 0 ? "s" : { a: nested(depth - 1) });
    expect(JSON.stringify(inputOf(nested(9)))).toContain('"a":"<s>"');
    expect(JSON.stringify(inputOf(nested(10)))).not.toContain("<s>");
    expect(JSON.stringify(inputOf(nested(10)))).toContain('"a":null');
    const listed = (depth: number): unknown => (depth === 0 ? "s" : [listed(depth - 1)]);
    expect(JSON.stringify(inputOf(listed(9)))).toContain('["<s>"]');
    expect(JSON.stringify(inputOf(listed(10)))).toContain("[null]");
  });

  test("is JSON", () => {
    expect(inputOf({ a: undefined, b: () => 1, c: "x".repeat(20_000) })).toEqual({
      a: null,
      b: null,
      c: "x".repeat(12_288),
    });
  });
});

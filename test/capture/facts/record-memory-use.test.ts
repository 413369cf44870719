import { describe, expect, test } from "vitest";
import { recordMemoryUse } from "../../../src/capture/facts/record-memory-use.ts";

const KNOWN = { queries: ["ports", "cache"], remembered: ["8443", "redis"] };

describe("what a session looked for and noted", () => {
  test("is added to what is known", () => {
    expect(recordMemoryUse(KNOWN, { tool: "recall", input: { query: "queue" } })).toEqual({
      queries: ["ports", "cache", "queue"],
      remembered: ["8443", "redis"],
    });
    expect(recordMemoryUse(KNOWN, { tool: "remember", input: { text: "sqs" } })).toEqual({
      queries: ["ports", "cache"],
      remembered: ["8443", "redis", "sqs"],
    });
  });

  test("is listed once, where it came last", () => {
    expect(recordMemoryUse(KNOWN, { tool: "recall", input: { query: "ports" } }).queries).toEqual([
      "cache",
      "ports",
    ]);
    expect(recordMemoryUse(KNOWN, { tool: "remember", input: { text: "8443" } }).remembered).toEqual([
      "redis",
      "8443",
    ]);
  });

  test.each([
    ["forget", { query: "queue", text: "sqs" }],
    ["recall", { text: "sqs" }],
    ["recall", { query: "" }],
    ["remember", { query: "queue" }],
    ["remember", { text: "" }],
    ["remember", null],
  ])("is as it was after %s with %j", (tool, input) => {
    expect(recordMemoryUse(KNOWN, { tool, input })).toEqual(KNOWN);
  });

  test("is kept within four hundred characters each", () => {
    const cut = `${"q".repeat(399)}…`;
    expect(recordMemoryUse(KNOWN, { tool: "recall", input: { query: "q".repeat(401) } }).queries.at(-1)).toBe(
      cut,
    );
  });

  test("are the newest twenty queries and ten notes", () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `known ${i}`);
    const full = { queries: many(20), remembered: many(10) };
    expect(recordMemoryUse(full, { tool: "recall", input: { query: "new" } })).toEqual({
      queries: [...many(20).slice(1), "new"],
      remembered: many(10),
    });
    expect(recordMemoryUse(full, { tool: "remember", input: { text: "new" } })).toEqual({
      queries: many(20),
      remembered: [...many(10).slice(1), "new"],
    });
  });
});

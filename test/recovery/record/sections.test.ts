import { describe, expect, test } from "vitest";
import { type Line, layoutOf, SECTIONS, sharesItem, TITLES } from "../../../src/recovery/record/sections.ts";

describe("two sentences share an item", () => {
  const one: Line = { section: "statements", text: "a", order: 3, value: 1, prompt: 7 };
  const next: Line = { ...one, text: "b", order: 4 };
  test.each<[string, boolean, Line, Line]>([
    ["that follow each other in a prompt", true, one, next],
    ["where the second one answers", true, one, { ...next, isAnswer: true }],
    ["unless another one was between them", false, one, { ...next, order: 5 }],
    ["unless their order is the other way round", false, next, one],
    ["unless they are of two prompts", false, one, { ...next, prompt: 8 }],
    ["unless they are of no prompt", false, { ...one, prompt: undefined }, { ...next, prompt: undefined }],
    ["unless the first ends with what it answers", false, { ...one, isAnswer: true }, next],
  ] as [string, boolean, Line, Line][])("%s: %s", (_, shares, before, line) => {
    expect(sharesItem(before, line)).toBe(shares);
  });
});

test("requests and answers are prose, what was said has a line each, files are a row, and the rest are lists", () => {
  expect(SECTIONS.map((name) => `${name}: ${layoutOf(TITLES[name])}`)).toEqual([
    "goal: prose",
    "statements: lines",
    "answered: prose",
    "request: prose",
    "before: prose",
    "todos: list",
    "decisions: list",
    "plan: list",
    "refusals: list",
    "noted: list",
    "failures: list",
    "unfinished: list",
    "files: row",
    "stopped: prose",
    "summary: list",
  ]);
});

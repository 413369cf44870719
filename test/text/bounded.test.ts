import { describe, expect, test } from "vitest";
import { bounded, boundedAtWord, boundedEnd, boundedMiddle } from "../../src/text/bounded.ts";
import { tryParseJson } from "../../src/text/json-text.ts";

describe("a text that is too long", () => {
  test.each([
    ["fits", 4, "fits"],
    ["too long", 4, "too…"],
    ["ab😀d", 4, "ab…"],
    ["nothing", 1, "…"],
    ["nothing", 0, "…"],
  ])("is cut at a code point and marked: %s at %i", (text, limit, expected) => {
    expect(bounded(text, limit)).toBe(expected);
  });

  test("is cut at a nearby word from the other end", () => {
    expect(boundedEnd("one two three", 8)).toBe("…three");
    expect(boundedEnd("x😀yz", 4)).toBe("…yz");
    expect(boundedEnd("short", 8)).toBe("short");
  });
});

test("a text of which both ends are kept is cut at code points, with a mark between them", () => {
  expect(boundedMiddle("12345", 5)).toBe("12345");
  expect(boundedMiddle("123456", 5)).toBe("12…56");
  expect(boundedMiddle("1😀3😀5", 5)).toBe("1…5");
  expect(boundedMiddle("1234567890", 8, "\n…\n")).toBe("12\n…\n90");
});

test("invalid JSON and missing text are undefined", () => {
  expect(tryParseJson('{"a":1}')).toEqual({ a: 1 });
  expect(tryParseJson("{")).toBeUndefined();
  expect(tryParseJson(undefined)).toBeUndefined();
});

test("a cut at a word leaves no half word where one is near, and stays within the limit", () => {
  expect(boundedAtWord("short text", 20)).toBe("short text");
  expect(boundedAtWord("one two three four", 12)).toBe("one two…");
  expect(boundedAtWord(`a ${"b".repeat(90)}`, 60)).toBe(`a ${"b".repeat(57)}…`);
});

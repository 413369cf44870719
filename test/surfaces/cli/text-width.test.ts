import { describe, expect, test } from "vitest";
import { cutTo, widthOf, wrapped } from "../../../src/surfaces/cli/layout/text-width.ts";

const FAMILY = "👨‍👩‍👧‍👦";

describe("the width of a text in a terminal", () => {
  test.each([
    ["plain text", "parser", 6],
    ["marks that combine", "e\u0301te\u0301", 3],
    ["Han, kana and hangul", "日本かな한국", 12],
    ["full-width forms and punctuation", "ＡＢ。", 6],
    ["an emoji", "🚀", 2],
    ["a family joined by zero-width joiners", FAMILY, 2],
    ["a flag of two letters", "🇫🇷", 2],
    ["a skin tone", "👍🏽", 2],
    ["a character shown as an emoji", "❤️", 2],
    ["direction marks and joiners alone", "\u200e\u200d", 0],
    ["letters of other scripts", "Приветgrüße", 11],
  ])("counts %s", (_what, text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });
});

describe("a text that is cut", () => {
  test.each([
    ["at the last column that leaves room for the mark", "abcdef", 4, "abc…"],
    ["not at all where it fits", "abcd", 4, "abcd"],
    ["on one line", "a\n\tb  c", 9, "a b c"],
    ["before a wide character that does not fit", "ab日本", 4, "ab…"],
    ["never inside a joined emoji", `a${FAMILY}${FAMILY}`, 4, `a${FAMILY}…`],
    ["never between a letter and its mark", "ae\u0301e\u0301e", 3, "ae\u0301…"],
  ])("is cut %s", (_how, text, columns, cut) => {
    expect(cutTo(text, columns)).toBe(cut);
    expect(widthOf(cutTo(text, columns))).toBeLessThanOrEqual(columns);
  });
});

test("a text is broken between words, and a word that is too long stays whole", () => {
  expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapped("a /a/long/path b", 6)).toEqual(["a", "/a/long/path", "b"]);
});

import { expect, test } from "vitest";
import { comparableWords } from "../../src/text/comparable-words.ts";

test.each([
  ["**Parse** the file.", "parse the file"],
  ["Port the C++ client", "port the c++ client"],
  ["Fix #12, then re-run!", "fix #12 then re-run"],
  ["n >= 10", "n >= 10"],
  ["n != 10!", "n != 10"],
  ["a ≤ b + c", "a ≤ b + c"],
  ["## Parse - then write -", "parse then write"],
  ["Ship ❤️ it", "ship it"],
  [" ❤️ ", "❤️"],
  ["->", "->"],
  ["", ""],
])("%j is compared as %j", (text, words) => {
  expect(comparableWords(text)).toBe(words);
});

test("SEC-S34: a quarter of a million signs are compared quickly", () => {
  expect(comparableWords(`a ${"<- ".repeat(80_000)}${"=".repeat(250_000)}- b`)).toBe("a b");
});

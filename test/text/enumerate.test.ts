import { expect, test } from "vitest";
import { count, enumerate } from "../../src/text/phrases.ts";

test("one, two and more items make an English list", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((items) => enumerate(items))).toEqual([
    "",
    "a",
    "a and b",
    "a, b, and c",
  ]);
  expect(enumerate(["a", "b", "c"], "or")).toBe("a, b, or c");
});

test("one is singular, none and several are plural", () => {
  expect([0, 1, 2].map((number) => count(number, "open todo"))).toEqual([
    "0 open todos",
    "1 open todo",
    "2 open todos",
  ]);
});

import { expect, test } from "vitest";
import { insertByTime } from "../../src/capture/limits.ts";

const item = (name: string, at: number) => ({ name, at });
const KNOWN = [item("a", 10), item("b", 20), item("c", 30)];

test.each([
  [5, ["new", "a", "b", "c"]],
  [20, ["a", "b", "new", "c"]],
  [25, ["a", "b", "new", "c"]],
  [30, ["a", "b", "c", "new"]],
])("an item of the time %i comes after items of the same time: %j", (at, names) => {
  expect(insertByTime(KNOWN, item("new", at), 9).map(({ name }) => name)).toEqual(names);
});

test("the oldest item makes room, which may be the new one", () => {
  expect(insertByTime(KNOWN, item("new", 25), 3).map(({ name }) => name)).toEqual(["b", "new", "c"]);
  expect(insertByTime(KNOWN, item("new", 5), 3)).toEqual(KNOWN);
  expect(insertByTime([], item("new", 5), 3)).toEqual([item("new", 5)]);
});

import { expect, test } from "vitest";
import { createTextMemo } from "../../../src/checkpoints/state/text-memo.ts";

test("remembers within its budget, then begins anew", () => {
  const memo = createTextMemo<number>(420);
  memo.set("four", 1);
  memo.set("five!", 2);
  expect([memo.get("four"), memo.get("five!")]).toEqual([1, 2]);
  memo.set("six", 3);
  expect([memo.get("four"), memo.get("five!"), memo.get("six")]).toEqual([undefined, undefined, 3]);
});

test("counts entries too, so that very many empty texts end", () => {
  const memo = createTextMemo<number>(420);
  for (const text of ["", "a", "b"]) memo.set(text, 1);
  expect(memo.get("")).toBeUndefined();
});

test("a text beyond the budget is not remembered and drives nothing out", () => {
  const memo = createTextMemo<number>(420);
  memo.set("four", 1);
  memo.set("x".repeat(300), 2);
  expect([memo.get("four"), memo.get("x".repeat(300))]).toEqual([1, undefined]);
});

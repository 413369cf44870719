import fc from "fast-check";
import { expect, test } from "vitest";
import { createMatcher, isNarrower } from "../../../../src/surfaces/cli/picker/model/match.ts";

const TEXTS = ["Add a discount to the cart", "Rechnung drucken", "発注の一覧を直す", "src/cart/total.ts"];

test("33.2: every word must be there, in any order and case", () => {
  expect(createMatcher("CART add").filter(TEXTS)).toEqual([0]);
  expect(createMatcher("cart").filter(TEXTS)).toEqual([0, 3]);
  expect(createMatcher("cart nothing").filter(TEXTS)).toEqual([]);
});

test("33.2: one typing error in a longer word is tolerated", () => {
  expect(createMatcher("discuont").filter(TEXTS)).toEqual([0]);
  expect(createMatcher("dscount").filter(TEXTS)).toEqual([0]);
  expect(createMatcher("crt").filter(TEXTS)).toEqual([]);
});

test("33.2: words of other scripts and paths are found", () => {
  expect(createMatcher("一覧").filter(TEXTS)).toEqual([2]);
  expect(createMatcher("cart/total.ts").filter(TEXTS)).toEqual([3]);
});

test("33.2: punctuation, quotes and a leading minus are no operators", () => {
  expect(createMatcher('"cart').filter(TEXTS)).toEqual([0, 3]);
  expect(createMatcher("-cart").filter(TEXTS)).toEqual([0, 3]);
  expect(createMatcher("… (").filter(TEXTS)).toEqual([0, 1, 2, 3]);
});

test("33.2: the matched parts of a text are known, in order and without overlap", () => {
  expect(createMatcher("cart disc").rangesIn("Add a discount to the cart")).toEqual([
    [6, 10],
    [22, 26],
  ]);
  expect(createMatcher("cart car").rangesIn("the cart")).toEqual([[4, 8]]);
  expect(createMatcher("").rangesIn("the cart")).toEqual([]);
});

test("33.2: a query that goes on narrows what was found, except where it begins to tolerate an error", () => {
  expect(isNarrower("cart di", "cart")).toBe(true);
  expect(isNarrower("discount", "disco")).toBe(true);
  expect(isNarrower("disco", "disc")).toBe(false);
  expect(isNarrower("disc", "disco")).toBe(false);
  expect(isNarrower("a.bc", "a.b")).toBe(false);
});

test("33.2: a narrower query finds nothing that the earlier one has excluded", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", ".", " "), maxLength: 14 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), text, fc.nat(14), (texts, query, length) => {
      const earlier = query.slice(0, length);
      if (!isNarrower(query, earlier)) return;
      const allowed = new Set(createMatcher(earlier).filter(texts));
      for (const found of createMatcher(query).filter(texts)) expect(allowed).toContain(found);
    }),
    { numRuns: 2_000 },
  );
});

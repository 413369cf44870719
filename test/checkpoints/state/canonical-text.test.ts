import { describe, expect, test } from "vitest";
import {
  invalidScalarReason,
  invalidState,
  isPlainObject,
  scalarText,
} from "../../../src/checkpoints/state/encode/canonical-text.ts";

test.each([
  [null, "null"],
  [false, "false"],
  [0, "0"],
  [-0, "-0"],
  [1e21, "1e+21"],
  ['a "b"\n', '"a \\"b\\"\\n"'],
])("the canonical text of %j is %s", (value, text) => {
  expect(scalarText(value)).toBe(text);
});

test.each([
  ["text", undefined],
  ["\ud83d\ude00", undefined],
  ["\ud83d", "a lone surrogate is not Unicode text"],
  [1.5, undefined],
  [Number.POSITIVE_INFINITY, "Infinity is not JSON"],
  [Number.NaN, "NaN is not JSON"],
  [null, undefined],
  [true, undefined],
  [undefined, "a value of type undefined is not JSON"],
  [Symbol("x"), "a value of type symbol is not JSON"],
  [new Date(0), "a value of type object is not JSON"],
  [() => 1, "a value of type function is not JSON"],
])("what is wrong with %o as a scalar: %s", (value, reason) => {
  expect(invalidScalarReason(value)).toBe(reason);
});

describe("a plain object", () => {
  test.each([{}, { a: 1 }, Object.create(null), JSON.parse('{"__proto__":1}')])("is %o", (value) => {
    expect(isPlainObject(value)).toBe(true);
  });

  test.each([null, undefined, "text", [], new Date(0), new Map(), () => 1, Object.create({ a: 1 })])(
    "is not %o",
    (value) => {
      expect(isPlainObject(value)).toBe(false);
    },
  );
});

test("an error names the place by its path, and only the beginning of a long name", () => {
  const error = invalidState(["list", 3, "n".repeat(70)], "NaN is not JSON");
  expect(error).toMatchObject({
    code: "invalid_input",
    message: `state.list[3].${"n".repeat(60)}: NaN is not JSON. Save plain JSON values.`,
  });
  expect(invalidState([], "too deep").message).toBe("state: too deep. Save plain JSON values.");
});

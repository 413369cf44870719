import * as fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "../../src/surfaces/json-text.ts";

test("is what JSON.stringify writes, for anything that it can write", () => {
  const value = fc.anything({
    withBigInt: false,
    withDate: false,
    withBoxedValues: false,
    withNullPrototype: true,
  });
  fc.assert(
    fc.property(value, (value) => {
      expect(jsonText(value)).toBe(JSON.stringify(value) ?? "null");
    }),
  );
});

test("an integer beyond doubles keeps its digits, and no text is taken for one", () => {
  const value = { big: 12345678901234567890n, list: [-1n, "int-57-0", "1n"], none: undefined };
  expect(jsonText(value)).toBe('{"big":12345678901234567890,"list":[-1,"int-57-0","1n"]}');
});

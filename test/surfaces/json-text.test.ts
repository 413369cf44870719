import * as fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "../../src/surfaces/json-text.ts";
import { anyCharacter } from "../support/any-character.ts";

test("parses to the same value as JSON.stringify, for anything that it can write", () => {
  const value = fc.anything({
    withBigInt: false,
    withDate: false,
    withBoxedValues: false,
    withNullPrototype: true,
  });
  fc.assert(
    fc.property(value, (value) => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value) ?? "null"));
    }),
  );
});

test("an integer beyond doubles keeps its digits, and no text is taken for one", () => {
  const value = { big: 12345678901234567890n, list: [-1n, "int-57-0", "1n"], none: undefined };
  expect(jsonText(value)).toBe('{"big":12345678901234567890,"list":[-1,"int-57-0","1n"]}');
});

test("nothing in it steers a terminal or hides, and it parses to the same value", () => {
  const plain = "äöü 修 👍 line\nend";
  const hostile = "a\u009b2Jb\u202ec\u2028d\u2029e\u007ff\u{e0041}g\u200bh\ufeffi";
  const text = jsonText({ [hostile]: [hostile, plain] });
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  expect(text).toContain("\\u009b2J");
  expect(text).toContain("\\udb40\\udc41");
  expect(text).toContain(JSON.stringify(plain));
  expect(JSON.parse(text)).toEqual({ [hostile]: [hostile, plain] });
});

test("any string comes back, and only visible characters are written", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (value) => {
      expect(JSON.parse(jsonText(value))).toBe(value);
      expect(jsonText(value)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }),
  );
});

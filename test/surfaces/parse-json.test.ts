import * as fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "../../src/surfaces/json-text.ts";
import { parseJson } from "../../src/surfaces/parse-json.ts";
import { anyCharacter } from "../support/any-character.ts";

const big = fc.bigInt().filter((n) => !Number.isSafeInteger(Number(n)));
const oddText = fc.constantFrom("\0", "\0n1", "\0s", '\0"', "12345678901234567890", '"', "\\", "");
/** Once it has met the name of one backslash, JSON.parse of Node 24.21 reads other names with escapes as that one. */
const name = fc.oneof(
  fc.constantFrom("12345678901234567890", '"', "", "s", "n1"),
  fc.string().filter((text) => !text.includes("\\")),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(big, oddText, fc.string({ unit: anyCharacter }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4 }),
  ),
}));

test("JSON round-trips, whatever its strings and however long its integers", () => {
  fc.assert(
    fc.property(value, (value) => {
      expect(parseJson(jsonText(value))).toEqual(value);
    }),
    { numRuns: 500 },
  );
});

test("equals JSON.parse unless an integer is beyond doubles", () => {
  for (const text of ["9007199254740991", "-0", "1.2345678901234567890", "12345678901234567890e2", "[1e400]"])
    expect(parseJson(text)).toEqual(JSON.parse(text));
});

test.each(["{", "", "012345678901234567", "{12345678901234567890: 1}", `"${'\\"'.repeat(400_000)}`, "[1,]"])(
  "refuses what is no JSON: %.30s",
  (text) => expect(() => parseJson(text)).toThrow(SyntaxError),
);

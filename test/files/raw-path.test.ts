import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shownPath, toRawPath } from "../../src/files/raw-path.ts";

const latin1 = (text: string) => Buffer.from(text).toString("latin1");

test("a name that cannot be printed is shown as git does, on one line", () => {
  expect(shownPath(latin1("src/größe.ts"))).toBe("src/größe.ts");
  expect(shownPath("line\nfeed")).toBe('"line\\nfeed"');
  expect(shownPath("\u001b[2Jx\u0007")).toBe('"\\033[2Jx\\a"');
  expect(shownPath("f\xff\xfe")).toBe('"f\\377\\376"');
  expect(shownPath('"quoted"')).toBe('"\\"quoted\\""');
  expect(shownPath(latin1("ü\n"))).toBe('"ü\\n"');
  expect(shownPath(latin1("a\u202eb"))).toBe('"a\\342\\200\\256b"');
});

test("whatever is shown can be typed", () => {
  const bytes = fc
    .uint8Array({ minLength: 1, maxLength: 12 })
    .map((each) => Buffer.from(each).toString("latin1"));
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).map(latin1);
  fc.assert(
    fc.property(fc.oneof(bytes, text), (path) => {
      expect(toRawPath(shownPath(path))).toBe(path);
      expect(shownPath(path)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }),
    { numRuns: 2_000 },
  );
});

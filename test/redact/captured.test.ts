import { describe, expect, test } from "vitest";
import { captureAt, capturedBy } from "../../src/redact/captured.ts";
import { createDetector } from "../../src/redact/detector.ts";

const PATTERN = /(?<name>\w+)=(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|`(?<back>[^`]*)`|(?<bare>\w+))/dy;

describe("the value that a pattern captured", () => {
  test.each([
    ['key="a b"', "a b", 8],
    ["key='a b'", "a b", 8],
    ["key=`a b`", "a b", 8],
    ["key=ab", "ab", 7],
    ['key=""', "", 8],
  ])("is that of the group that took part: %s", (assignment, value, start) => {
    const captured = captureAt(PATTERN, `x; ${assignment} y`, 3);
    expect(captured).toMatchObject({ value, start, end: start + value.length });
    expect(captured?.groups["name"]).toBe("key");
  });

  test("is looked for at the place and nowhere else", () => {
    expect(captureAt(PATTERN, "x; key=ab", 2)).toBeUndefined();
    expect(captureAt(PATTERN, "x; key=ab", 4)).toMatchObject({ value: "ab", groups: { name: "ey" } });
  });

  test("is the first of its groups, and none where no such group took part", () => {
    const both = /(?<line>a)(?<value>b)/d.exec("ab");
    expect(both && capturedBy(both)).toMatchObject({ value: "b", start: 1, end: 2 });
    const line = /(?<line>a)/d.exec("ba");
    expect(line && capturedBy(line)).toMatchObject({ value: "a", start: 1, end: 2 });
    const other = /(?<name>a)/d.exec("a");
    expect(other && capturedBy(other)).toBeUndefined();
    const without = /a/.exec("a");
    expect(without && capturedBy(without)).toBeUndefined();
  });
});

test("a detector of one secret reads to its end, and says nothing where it finds none", () => {
  const asked: unknown[] = [];
  const detector = createDetector(["key"], (text, at, from) => {
    asked.push([text, at, from]);
    return at === 0 ? { start: 4, end: 6 } : undefined;
  });
  expect(detector.keywords).toEqual(["key"]);
  expect(detector.detect("key=ab", 0, 0)).toEqual({ spans: [{ start: 4, end: 6 }], readTo: 6 });
  expect(detector.detect("a key", 2, 1)).toEqual({ spans: [] });
  expect(asked).toEqual([
    ["key=ab", 0, 0],
    ["a key", 2, 1],
  ]);
});

import { describe, expect, test } from "vitest";
import { lineEnd, lineStart } from "../../src/redact/line.ts";

const TEXT = "one\ntwo\n\nthree";

describe("the line around a place", () => {
  test.each([
    [0, 0, 3],
    [2, 0, 3],
    [3, 0, 3],
    [4, 4, 7],
    [6, 4, 7],
    [8, 8, 8],
    [9, 9, 14],
    [14, 9, 14],
  ])("at %i is from %i to %i", (at, start, end) => {
    expect([lineStart(TEXT, at, 100), lineEnd(TEXT, at, 100)]).toEqual([start, end]);
  });

  test("is cut where it is farther away", () => {
    const long = "x".repeat(50);
    expect([lineStart(long, 30, 10), lineEnd(long, 30, 10)]).toEqual([20, 40]);
    expect([lineStart(long, 5, 10), lineEnd(long, 45, 10)]).toEqual([0, 50]);
    expect([lineStart(TEXT, 6, 2), lineEnd(TEXT, 4, 3)]).toEqual([4, 7]);
    expect([lineStart(TEXT, 7, 3), lineEnd(TEXT, 4, 4)]).toEqual([4, 7]);
    expect(lineStart(TEXT, 7, 4)).toBe(4);
  });
});

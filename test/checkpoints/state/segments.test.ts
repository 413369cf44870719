import { describe, expect, test } from "vitest";
import { createSegments, isUnchanged, seekSegment } from "../../../src/checkpoints/state/encode/segments.ts";

/** The segments of entries, each given with the index that it had before. */
function segmentsOf(unchanged: number, pairs: readonly (readonly [index: number, previous: number])[]) {
  const { segments, add } = createSegments(unchanged);
  for (const [index, previous] of pairs) add(index, previous);
  return segments;
}

describe("the segments that two sequences share", () => {
  test("join neighbors that moved equally far", () => {
    expect(
      segmentsOf(0, [
        [2, 5],
        [3, 6],
        [4, 7],
      ]),
    ).toEqual([{ start: 2, end: 5, shift: 3 }]);
  });

  test("end at a gap, and where an entry moved otherwise", () => {
    expect(
      segmentsOf(0, [
        [0, 0],
        [2, 2],
        [3, 1],
      ]),
    ).toEqual([
      { start: 0, end: 1, shift: 0 },
      { start: 2, end: 3, shift: 0 },
      { start: 3, end: 4, shift: -2 },
    ]);
  });

  test("begin with what is known to be unchanged, and go on behind it", () => {
    expect(segmentsOf(4, [])).toEqual([{ start: 0, end: 4, shift: 0 }]);
    expect(segmentsOf(4, [[4, 4]])).toEqual([{ start: 0, end: 5, shift: 0 }]);
    expect(segmentsOf(0, [])).toEqual([]);
  });
});

test("the segment of an index is found, going forward", () => {
  const [first, second] = [
    { start: 1, end: 3, shift: 0 },
    { start: 3, end: 4, shift: 7 },
  ];
  const segmentAt = seekSegment([first, second]);
  expect([0, 1, 2, 3, 4, 5].map(segmentAt)).toEqual([undefined, first, first, second, undefined, undefined]);
  expect(seekSegment([first, second])(3)).toBe(second);
  expect(seekSegment([])(0)).toBeUndefined();
});

describe("a sequence is unchanged", () => {
  test("if one segment spans all of it, where it was", () => {
    expect(isUnchanged([{ start: 0, end: 3, shift: 0 }], 3, 3)).toBe(true);
    expect(isUnchanged([], 0, 0)).toBe(true);
  });

  test.each([
    ["another length", [{ start: 0, end: 3, shift: 0 }], 3, 4],
    ["an entry less", [{ start: 0, end: 2, shift: 0 }], 3, 3],
    ["another beginning", [{ start: 1, end: 3, shift: 0 }], 3, 3],
    ["other places", [{ start: 0, end: 3, shift: 1 }], 3, 3],
    ["no segment", [], 3, 3],
    ["nothing left", [], 0, 3],
  ])("but not with %s", (_, segments, length, before) => {
    expect(isUnchanged(segments, length, before)).toBe(false);
  });
});

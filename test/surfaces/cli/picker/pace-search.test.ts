import { expect, test } from "vitest";
import { paceSearch } from "../../../../src/surfaces/cli/picker/pace-search.ts";

/** Searches slices that take so long for each session; returns their sizes. */
function slices(msEach: number, howMany: number): number[] {
  let now = 0;
  const search = paceSearch(() => now);
  return Array.from({ length: howMany }, () => {
    let size = 0;
    search((count) => {
      size = count;
      now += count * msEach;
    });
    return size;
  });
}

test("33.2: slices of a slow search become so small that a key waits for 5 ms", () => {
  expect(slices(0.1, 4)).toEqual([100, 50, 50, 50]);
});

test("33.2: slices of a fast search grow, up to a limit", () => {
  expect(slices(0.001, 7)).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000]);
});

test("33.2: even the slowest search goes on", () => {
  expect(slices(100, 3)).toEqual([100, 20, 20]);
});

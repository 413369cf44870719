import { describe, expect, test } from "vitest";
import { latestTimes } from "../../src/snapshots/restore/file-times.ts";

describe("the latest time at which something can have happened to a file", () => {
  test("is what the file system says", () => {
    const stat = { birthtimeMs: 1_000_000.25, mtimeMs: 2_000_000.5, ctimeMs: 3_000_001 };
    expect(latestTimes(stat)).toEqual({ created: 1_000_000.25, modified: 2_000_000.5, changed: 3_000_001 });
  });

  test("is the end of the second where it keeps whole seconds, and no creation", () => {
    const stat = { birthtimeMs: 0, mtimeMs: 2_000_000, ctimeMs: 3_000_000 };
    expect(latestTimes(stat)).toEqual({ created: undefined, modified: 2_000_999, changed: 3_000_999 });
  });
});

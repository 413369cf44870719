import { describe, expect, test } from "vitest";
import { findFailureLines } from "../../../src/shell/runs/failure-lines.ts";

describe("D44: the lines of a long output that name what failed", () => {
  test("are kept, each name once, without the others", () => {
    const output =
      "start\n--- FAIL: TestA (0.1s)\nx\n--- FAIL: TestA (0.2s)\nFAIL test/a.test.ts > adds\nend";
    expect(findFailureLines(output)).toBe("--- FAIL: TestA (0.1s)\nFAIL test/a.test.ts > adds");
  });

  test("are cut where they are long", () => {
    const line = `--- FAIL: TestA ${"x".repeat(300)}`;
    expect(findFailureLines(`a\n${line}\nb`)).toBe(line.slice(0, 200));
  });

  test.each([
    ["there are none", "all passed\n"],
    ["the output was cut already", "--- FAIL: TestA\n…"],
    ["there are too many", Array.from({ length: 50 }, (_, i) => `--- FAIL: TestLong${i} (0.1s)`).join("\n")],
    ["the output is longer than anyone reads", `--- FAIL: TestA\n${"x\n".repeat(32_000)}`],
  ])("are none where %s", (_, output) => {
    expect(findFailureLines(output)).toBeUndefined();
  });
});

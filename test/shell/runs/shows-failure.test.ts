import { describe, expect, test } from "vitest";
import { ranNothing, showsFailedCheck, showsNothingRan } from "../../../src/shell/runs/shows-failure.ts";

describe("D44: an output", () => {
  test.each([
    "3 failed",
    "Tests: 1 failed, 2 passed",
    "failures: 2",
    "not ok 3 - x",
    "FAIL test/a.test.ts",
    "src/a.ts(1,2): error TS2322: no",
    "src/a.ts:1:2: error: no",
    "  ✖ 2 problems (2 errors, 0 warnings)",
    "Found 2 errors.",
    "thread 'main' panicked at src/main.rs",
    "a.go:3:1: undefined: x",
    `${"x\n".repeat(3_000)}3 failed`,
  ])("says that a check failed: %.30j", (output) => {
    expect(showsFailedCheck(output)).toBe(true);
  });

  test.each([
    "0 failed, 5 passed",
    "no errors found",
    "5 passed",
    "failures: 0",
    "✖ 2 problems (0 errors, 2 warnings)",
    "Found 3 errors (3 fixed, 0 remaining)",
    `${"x\n".repeat(2_000)}3 failed\n${"x\n".repeat(2_000)}`,
  ])("does not: %.40j", (output) => {
    expect(showsFailedCheck(output)).toBe(false);
  });

  test.each([
    ["no tests ran in 0.1s", true],
    ["collected 0 items", true],
    ["testing: warning: no tests to run\nok  acme/cart 0.1s", false],
    ["?   acme [no test files]\nok  \tacme/cart\t0.1s [no tests to run]", true],
    ["5 passed", false],
    ["Tests run: 0\nTests run: 3", false],
  ])("says that there was nothing to check: %j: %j", (output, nothing) => {
    expect(showsNothingRan(output)).toBe(nothing);
  });

  test.each([
    ["nmp test", "Exit code 127\nx", true],
    ["npm test", "Exit code 1\nx", false],
    ["sed -i s/a/b/ x", "Exit code 2\nsed: x: No such file or directory", true],
    ["grep a x", "Exit code 2\ngrep: x: No such file or directory", false],
    ["cp a b; echo copied", "cp: cannot stat 'a': No such file", true],
    ["curl -O https://x/y", "Exit code 6\ncurl: (6) Could not resolve", true],
    ["curl -O https://x/y", "ok", false],
    ["make > log", "Exit code 127\nx", false],
    ["nmp a && nmp b", "Exit code 127\nx", false],
    ["echo x", "Exit code 127\nx", false],
  ])("%s with %j: nothing was written: %j", (command, output, nothing) => {
    expect(ranNothing({ command, output })).toBe(nothing);
  });
});

import { expect, test } from "vitest";
import { summaryLine } from "../../src/capture/summary-line.ts";

test.each([
  [
    "Exit code 1\nnode:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module '/app/a.js'\n",
    "Error: Cannot find module '/app/a.js'",
  ],
  [
    'Exit code 1\nnpm error Missing script: "lint"\nnpm error\nnpm error To see a list',
    'Missing script: "lint"',
  ],
  [
    "Exit code 1\nnode:internal/modules/run_main:123\n    triggerUncaughtException(\n    ^\n\nError: no rate for EUR\n    at main (file:///app/a.js:3:9)",
    "Error: no rate for EUR",
  ],
  [
    "Exit code 1\nnode:internal/process/promises:394\n      triggerUncaughtException(err, true /* fromPromise */);\n      ^\n\n[UnhandledPromiseRejection: rejected with 7]",
    "[UnhandledPromiseRejection: rejected with 7]",
  ],
  [
    'Exit code 1\nTraceback (most recent call last):\n  File "a.py", line 3\n    raise ValueError(text)\nValueError: no rate',
    "ValueError: no rate",
  ],
  ["Exit code 2\n3 tests run\n1 failed", "1 failed"],
  ["Exit code 1\nnothing to do", "nothing to do"],
  ["Exit code 1", ""],
  ["", ""],
])("summarizes %j as %j", (output, line) => {
  expect(summaryLine(output)).toBe(line);
});

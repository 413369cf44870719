import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkHistory, history } from "./restore-model.ts";

/** As many as fit into the time: `HOLDFAST_SNAPSHOT_MINUTES=600 npx vitest run test/snapshots/long-restore-model` for all. */
const RUNS = 10_000;
const MINUTES = Number(process.env["HOLDFAST_SNAPSHOT_MINUTES"] ?? 3);

test("thousands of histories of edits, killed restores and undo leave every byte as it should be (issue 32, tests)", {
  timeout: (MINUTES + 5) * 60_000,
}, async () => {
  const interruptAfterTimeLimit = MINUTES * 60_000;
  const found = await fc.check(fc.asyncProperty(history, checkHistory), {
    numRuns: RUNS,
    interruptAfterTimeLimit,
  });
  if (found.failed) throw new Error(fc.defaultReportMessage(found));
  expect(found.numRuns).toBeGreaterThan(10);
});

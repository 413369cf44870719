import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkHistory, history } from "./restore-model.ts";

/** As many as fit into the time: `HOLDFAST_SNAPSHOT_MINUTES=600 npx vitest run test/snapshots/long-restore-model` for all. */
const RUNS = 10_000;
const MINUTES = Number(process.env["HOLDFAST_SNAPSHOT_MINUTES"] ?? 3);

test("thousands of histories of edits, killed restores and undo leave every byte as it should be", {
  timeout: (MINUTES + 5) * 60_000,
}, async () => {
  const end = performance.now() + MINUTES * 60_000;
  let checked = 0;
  // Interrupting would leave a history behind in the middle of it.
  const property = fc.asyncProperty(history, async (each) => {
    if (performance.now() > end) return;
    checked++;
    await checkHistory(each);
  });
  const found = await fc.check(property, { numRuns: RUNS });
  if (found.failed) throw new Error(fc.defaultReportMessage(found));
  expect(checked).toBeGreaterThan(10);
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkHistory, history } from "./restore-model.ts";

/**
 * As many as fit into the time, or as many as are asked for, whatever the time:
 * `HOLDFAST_SNAPSHOT_HISTORIES=10000 npx vitest run test/snapshots/long-restore-model`. A seed chooses other ones.
 */
const ASKED = process.env["HOLDFAST_SNAPSHOT_HISTORIES"];
const RUNS = Number(ASKED ?? 10_000);
const MINUTES = Number(process.env["HOLDFAST_SNAPSHOT_MINUTES"] ?? 3);
const SEED = Number(process.env["HOLDFAST_SNAPSHOT_SEED"] ?? Date.now() % 2 ** 31);
const PROGRESS = 100;
const DAY_MS = 86_400_000;

test("thousands of histories of edits, killed restores and undo leave every byte as it should be", {
  timeout: ASKED === undefined ? (MINUTES + 5) * 60_000 : DAY_MS,
}, async () => {
  const started = performance.now();
  const end = ASKED === undefined ? started + MINUTES * 60_000 : Number.POSITIVE_INFINITY;
  let checked = 0;
  const report = () => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stdout.write(`${checked} of ${RUNS} histories checked in ${seconds} s (seed ${SEED})\n`);
  };
  // Interrupting would leave a history behind in the middle of it.
  const property = fc.asyncProperty(history, async (each) => {
    if (performance.now() > end) return;
    await checkHistory(each);
    checked++;
    if (checked % PROGRESS === 0) report();
  });
  const found = await fc.check(property, { numRuns: RUNS, seed: SEED });
  report();
  if (found.failed) throw new Error(fc.defaultReportMessage(found));
  expect(checked).toBeGreaterThanOrEqual(Math.min(RUNS, 10));
});

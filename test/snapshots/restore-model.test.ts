import * as fc from "fast-check";
import { test } from "vitest";
import { checkHistory, history } from "./restore-model.ts";

/** The long form of this test: `HOLDFAST_SNAPSHOT_RUNS=10000 npx vitest run test/snapshots/restore-model`. */
const RUNS = Number(process.env["HOLDFAST_SNAPSHOT_RUNS"] ?? 4);

test(
  "any history of edits, killed restores and undo leaves every byte as it should be (issue 32, tests)",
  { timeout: 60_000 + RUNS * 20_000 },
  () => fc.assert(fc.asyncProperty(history, checkHistory), { numRuns: RUNS }),
);

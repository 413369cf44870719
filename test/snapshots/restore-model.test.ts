import * as fc from "fast-check";
import { test } from "vitest";
import { checkHistory, history } from "./restore-model.ts";

/** `long-restore-model.test.ts` runs many more. */
const RUNS = 4;

test(
  "any history of edits, killed restores and undo leaves every byte as it should be",
  { timeout: 60_000 + RUNS * 20_000 },
  () => fc.assert(fc.asyncProperty(history, checkHistory), { numRuns: RUNS }),
);

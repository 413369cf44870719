import * as fc from "fast-check";
import { expect, test } from "vitest";
import { captures, checkCaptures } from "./capture-model.ts";

/** `HOLDFAST_CAPTURES=2000 npx vitest run test/snapshots/patched-captures` checks more. */
const RUNS = Number(process.env["HOLDFAST_CAPTURES"] ?? 6);
/** Most of the time git runs, or the clock has to go on. */
const LANES = 3;

test("a capture that leaves the private index as it was finds the same tree as one through it", {
  timeout: 120_000 + RUNS * 60_000,
}, async () => {
  let patched = 0;
  const property = fc.asyncProperty(captures, async (steps) => {
    patched += await checkCaptures(steps);
  });
  const lanes = Array.from({ length: LANES }, () => fc.assert(property, { numRuns: RUNS / LANES }));
  await Promise.all(lanes);
  expect(patched).toBeGreaterThan(0);
});

import { expect, test } from "vitest";
import { agingClock } from "../../src/kernel/clock.ts";

test("R-D12: a clock that is set ahead makes nothing older than the time that has passed; one that is set back is followed", () => {
  let [now, passed] = [1_000_000, 50];
  const age = agingClock(
    () => now,
    () => passed,
  );
  now += 400 * 86_400_000;
  passed += 20;
  expect(age()).toBe(1_000_020);
  now = 1_000;
  expect(age()).toBe(1_000);
});

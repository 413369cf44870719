import { expect, test } from "vitest";
import { agingClock, sampledClock } from "../../src/kernel/clock.ts";

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

test("a sampled clock is asked again only after some time has passed", () => {
  let [asked, passed] = [0, 100];
  const clock = sampledClock(
    () => ++asked,
    5,
    () => passed,
  );
  expect([clock(), clock()]).toEqual([1, 1]);
  passed += 4;
  expect(clock()).toBe(1);
  passed += 1;
  expect(clock()).toBe(2);
});

import { describe, expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import { formatAge, lastWorkedAt } from "../../../src/recovery/record/last-worked-at.ts";

describe("when someone last worked in a session", () => {
  const worked = (change: Partial<typeof EMPTY_CAPTURE>) =>
    lastWorkedAt({ lastSeenAt: 900 }, { ...EMPTY_CAPTURE, ...change });

  test.each([
    ["is what its hooks reported", { lastActiveAt: 500, foldedTo: 400 }, 500],
    ["is what its transcript shows, if that is later", { lastActiveAt: 400, foldedTo: 500 }, 500],
    ["ends where capture was paused", { lastActiveAt: 400, foldedTo: 500, paused: true }, 400],
    ["is when it was last seen, if nothing is known", {}, 900],
    ["is when it was last seen, if all was paused", { foldedTo: 500, paused: true }, 900],
  ])("%s", (_, change, at) => {
    expect(worked(change)).toBe(at);
  });
});

describe("an age", () => {
  const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
  test.each([
    [-5 * SECOND, "0 s"],
    [1_499, "1 s"],
    [1_500, "2 s"],
    [89 * SECOND, "89 s"],
    [90 * SECOND, "2 min"],
    [89 * MINUTE, "89 min"],
    [90 * MINUTE, "2 h"],
    [47 * HOUR, "47 h"],
    [48 * HOUR, "2 d"],
    [61 * HOUR, "3 d"],
  ])("of %i ms is %s", (ms, age) => {
    expect(formatAge(ms)).toBe(age);
  });
});

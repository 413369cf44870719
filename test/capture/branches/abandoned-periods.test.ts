import { describe, expect, test } from "vitest";
import {
  areSamePeriods,
  fromStoredPeriods,
  listAbandonedPeriods,
  mayBeAbandoned,
  toStoredPeriods,
} from "../../../src/capture/branches/abandoned-periods.ts";
import type { AbandonedPeriod, TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";

const period = (from: number, last: number, until = Number.POSITIVE_INFINITY): AbandonedPeriod => ({
  from,
  last,
  until,
});
const entries = (...times: number[]) =>
  times.map((at): TranscriptEntry => ({ type: "message", text: "x", at }) as TranscriptEntry);

describe("the branches that were left by now", () => {
  test("are those that the transcript shows, in the order of time", () => {
    const left = [period(50, 60, 70), period(10, 20, 30)];
    expect(listAbandonedPeriods([], { branches: { left }, entries: [] })).toEqual([
      period(10, 20, 30),
      period(50, 60, 70),
    ]);
    expect(listAbandonedPeriods([], { entries: entries(1) })).toEqual([]);
  });

  test("are those of before that the transcript no longer has", () => {
    const known = [{ from: 10, last: 20, until: null }];
    expect(listAbandonedPeriods(known, { entries: entries(5, 9, 25, 40) })).toEqual([period(10, 20, 25)]);
    expect(listAbandonedPeriods(known, { entries: entries(5, 9) })).toEqual([period(10, 20)]);
    expect(listAbandonedPeriods([{ from: 10, last: 20, until: 22 }], { entries: entries(25) })).toEqual([
      period(10, 20, 22),
    ]);
  });

  test.each([10, 15, 20])("but not where something of that time is back: %i", (at) => {
    expect(listAbandonedPeriods([{ from: 10, last: 20, until: 22 }], { entries: entries(at) })).toEqual([]);
  });

  test.each([
    [period(5, 9), 2],
    [period(5, 10), 1],
    [period(20, 25), 1],
    [period(21, 25), 2],
  ])("nor where the transcript shows a branch of that time itself: %j", (shown, count) => {
    const known = [{ from: 10, last: 20, until: 22 }];
    expect(listAbandonedPeriods(known, { branches: { left: [shown] }, entries: [] })).toHaveLength(count);
  });

  test("are kept with a session and come back as they were", () => {
    const left = [period(10, 20, 30), period(40, 50)];
    expect(toStoredPeriods(left)).toEqual([
      { from: 10, last: 20, until: 30 },
      { from: 40, last: 50, until: null },
    ]);
    expect(fromStoredPeriods({ left: toStoredPeriods(left) })).toEqual(left);
  });

  test("are the same only if each is", () => {
    const left = [period(10, 20, 30), period(40, 50)];
    expect(areSamePeriods(left, [...left])).toBe(true);
    expect(areSamePeriods([], [])).toBe(true);
    expect(areSamePeriods(left, left.slice(0, 1))).toBe(false);
    expect(areSamePeriods([period(1, 2, 3)], [period(9, 2, 3)])).toBe(false);
    expect(areSamePeriods([period(1, 2, 3)], [period(1, 9, 3)])).toBe(false);
    expect(areSamePeriods([period(1, 2, 3)], [period(1, 2, 9)])).toBe(false);
  });

  test("may hold what a hook reported up to ten seconds beside them", () => {
    const left = [period(100_000, 200_000)];
    const times = [89_999, 90_000, 150_000, 210_000, 210_001];
    expect(times.map((at) => mayBeAbandoned({ at }, left))).toEqual([false, true, true, true, false]);
    expect(mayBeAbandoned({ at: 1 }, [])).toBe(false);
  });
});

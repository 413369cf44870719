import { expect, test } from "vitest";
import type { SessionSummary } from "../../../src/kernel/record.ts";
import { isSuperseded } from "../../../src/recovery/source/is-superseded.ts";
import { UNOPENED } from "../../../src/sessions/unopened-fork.ts";
import { sampleSession } from "../../../src/testing/sample-records.ts";

const original = (change: Partial<SessionSummary> = {}) =>
  sampleSession({ id: "ses_original", startedAt: 1_000, lastPromptAt: 2_000, ...change });
const fork = (change: Partial<SessionSummary> = {}) =>
  sampleSession({
    parentId: "ses_original",
    parentReason: "fork",
    startedAt: 5_000,
    endReason: UNOPENED.created,
    promptCount: 1,
    ...change,
  });

test("a fork is wanted until its original or another fork goes on", () => {
  const one = fork();
  // Its agent was only closed.
  expect(isSuperseded(one, [one, original({ endedAt: 9_000, lastSeenAt: 9_000 })])).toBe(false);
  expect(isSuperseded(one, [one, original({ lastPromptAt: 9_000 })])).toBe(true);
  expect(isSuperseded(one, [one, fork({ endReason: null, lastPromptAt: 9_000 })])).toBe(true);
  expect(isSuperseded(one, [one, sampleSession({ promptCount: 1, lastPromptAt: 9_000 })])).toBe(false);
});

test("of several forks that no agent has opened, the last one is wanted", () => {
  const forks = [fork(), fork({ startedAt: 6_000 })];
  expect(forks.map((each) => isSuperseded(each, [original(), ...forks]))).toEqual([true, false]);
});

test("a fork that was opened is work like any other", () => {
  const opened = fork({ endReason: "other", endedAt: 6_000, lastPromptAt: 5_500 });
  expect(isSuperseded(opened, [opened, original({ lastPromptAt: 9_000 })])).toBe(false);
});

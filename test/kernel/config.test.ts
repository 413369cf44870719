import { expect, test } from "vitest";
import { Config } from "../../src/kernel/config/config.ts";
import { DEFAULT_CONFIG } from "../../src/kernel/config/default-config.ts";

test("S34: without a file the defaults hold that an empty file has: default-config.ts is as config.ts says", () => {
  expect(DEFAULT_CONFIG).toEqual(Config.parse({}));
});

test("S34: the settings of continuity have the design's names and defaults", () => {
  expect(Config.parse({}).continuity).toMatchObject({
    enabled: true,
    promptInterval: 10,
    timeIntervalMs: 900_000,
    maxCheckpointsPerSession: 50,
    retentionDays: 7,
    recoveryBudgetChars: 2_000,
    recoveryMaxChars: 6_000,
  });
});

test.each([
  ["promptInterval", 1, 1_000],
  ["timeIntervalMs", 60_000, 3_600_000],
  ["maxCheckpointsPerSession", 1, 500],
  ["retentionDays", 1, 90],
  ["recoveryBudgetChars", 200, 10_000],
  ["recoveryMaxChars", 200, 10_000],
])("S34: %s is a whole number from %d to %d, and nothing else is taken for one", (name, least, most) => {
  const isTaken = (value: unknown) => Config.safeParse({ continuity: { [name]: value } }).success;
  expect([least, most].map(isTaken)).toEqual([true, true]);
  expect([least - 1, most + 1, least + 0.5, String(least), null].map(isTaken)).toEqual(Array(5).fill(false));
});

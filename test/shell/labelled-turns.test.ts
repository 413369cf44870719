import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readTurns, scoreTurns } from "../support/score-turns.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/shell/${name}.jsonl`, import.meta.url));

/**
 * The author of the rules wrote `learn` before them; people who did not know the rules wrote the others. Nobody who
 * changes the rules reads the sealed ones, which show how the rules work on unknown turns.
 */
const FLOORS = {
  learn: 0.97,
  blind: 0.97,
  "blind-2": 0.97,
  "blind-3": 0.97,
  "blind-4": 0.92,
  "blind-5": 0.97,
  "blind-6": 0.97,
  sealed: 0.92,
  "sealed-2": 0.7,
  "sealed-3": 0.93,
};

/** Another program that did the same is not recognized: no sealed turn needs it (docs/debrief-a-turn.md). */
const OPEN_FLOORS: Partial<Record<keyof typeof FLOORS, number>> = {
  learn: 0.95,
  "blind-2": 0.94,
  "blind-3": 0.94,
  "blind-4": 0.86,
  "blind-5": 0.78,
  "blind-6": 0.83,
};

test.each([
  "learn",
  "blind",
  "blind-2",
  "blind-3",
  "blind-4",
  "blind-5",
  "blind-6",
  "sealed",
  "sealed-2",
  "sealed-3",
] as const)("labelled turns are judged as labelled: %s", (name) => {
  const turns = readTurns(fixture(name));
  expect(turns.length).toBeGreaterThanOrEqual(45);
  for (const [aspect, { precision, recall, wrong }] of Object.entries(scoreTurns(turns))) {
    const misses = name.startsWith("sealed") ? `${wrong.length} turns` : wrong.join("\n");
    const floor = (aspect === "open" ? OPEN_FLOORS[name] : undefined) ?? FLOORS[name];
    expect(precision, `${aspect}: ${misses}`).toBeGreaterThanOrEqual(floor);
    expect(recall, `${aspect}: ${misses}`).toBeGreaterThanOrEqual(FLOORS[name]);
  }
});

import { expect, test } from "vitest";
import { chooseScenarios } from "../e2e/choose-scenarios.mjs";

const SCENARIOS = ["page", "killed", "codex-killed", "pi-killed", "oh-my-pi-killed", "gemini-shown"].map(
  (name) => ({ name }),
);
const chosen = (turn: number) => chooseScenarios(SCENARIOS, turn).map(({ name }) => name);

test("each behavior runs with its first agent and one other, which changes with each commit", () => {
  expect(chosen(1)).toEqual(["page", "killed", "pi-killed", "gemini-shown"]);
  expect(chosen(2)).toEqual(["page", "killed", "oh-my-pi-killed", "gemini-shown"]);
  const all = new Set([1, 2, 3].flatMap(chosen));
  expect([...all].toSorted()).toEqual(SCENARIOS.map(({ name }) => name).toSorted());
});

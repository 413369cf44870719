import { describe, expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../src/continuity/capture-state.ts";
import { findRules } from "../../src/continuity/find-rules.ts";
import { foldEntry } from "../../src/continuity/fold-entry.ts";
import { recoveryText } from "../../src/continuity/recovery-text.ts";
import { plantedSession } from "./planted-session.ts";

const ABOUT = {
  agent: "claude-code",
  session: "2dc79b80",
  ageMs: 600_000,
  reason: "newest of this worktree",
  ending: "cut off without an end",
  worktree: "/home/user/app",
  branch: "main",
  drift: ["HEAD moved from 0123abcde to 4567fabcd"],
  checkpointId: "chk_0000000000000000",
};

describe("a long session's facts within 2,000 characters", () => {
  const cases = [20, 60, 200, 400].flatMap((prompts) => [0, 1, 2, 3].map((seed) => ({ prompts, seed })));
  test.each(cases)(
    "S28: $prompts prompts, seed $seed: rules, todos and the latest request are all told",
    ({ prompts, seed }) => {
      const planted = plantedSession(prompts, seed);
      const capture = planted.entries.reduce(foldEntry, EMPTY_CAPTURE);
      const text = recoveryText(capture, ABOUT, { budget: 2_000, nonce: "0".repeat(24) });
      expect(text.length).toBeLessThanOrEqual(2_000);
      const facts = [
        ...planted.rules,
        ...planted.todos,
        planted.latest,
        planted.failure,
        ...planted.decisions,
        ...planted.files,
      ];
      expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
      expect(text).not.toContain(planted.mended);
      expect(text).not.toContain("parse the header");
    },
  );
});

describe("which sentences stay in force", () => {
  test.each([
    "Never force-push.",
    "Production runs on Node 18.",
    "our users are on IE",
    "The night shift reads the board from five metres away.",
    "Use tabs, not spaces.",
    "Please don't rename columns.",
    "No, the other table.",
    "Anna in accounting opens these files in Excel 2010.",
    "The contract ends on 1 March.",
    "They are billed per request.",
    "Leave the migrations alone.",
    "I don't want any new files.",
    "Our users log in twice a year.",
  ])("%j is kept", (sentence) => {
    expect(findRules(`Fix the import. ${sentence}`).map(({ text }) => text)).toContain(sentence);
  });

  test.each([
    "Fix the login page.",
    "Why does it not work?",
    "I don't understand this error.",
    "The test is failing again.",
    "Great, thanks!",
    "I can't see the output.",
    "Can you look at src/a.ts?",
    "It crashed with a stack trace.",
  ])("%j is not", (sentence) => {
    expect(findRules(sentence)).toEqual([]);
  });

  test("pasted logs, code and quotes are not the user's words", () => {
    const prompt = [
      "Fix this:",
      "```",
      "// never call this twice",
      "```",
      "> you must not do that",
      "TypeError: cannot read only property",
      "2026-11-21T10:00:00 always retry",
    ].join("\n");
    expect(findRules(prompt)).toEqual([]);
  });

  test("a standing demand outweighs a demand, that a fact, and that a condition of one request", () => {
    const weights = [
      "Never log tokens.",
      "Don't log tokens.",
      "Our users log in twice a year.",
      "Add a login without cookies.",
    ].map((sentence) => findRules(sentence)[0]?.weight ?? 0);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect(new Set(weights).size).toBe(4);
  });
});

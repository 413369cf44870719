import fc from "fast-check";
import { expect, test } from "vitest";
import { logMarkdown } from "../../src/log/log-markdown.ts";
import type { LogSession } from "../../src/log/log-types.ts";
import { inlineCode, plainMarkdown } from "../../src/log/plain-markdown.ts";

test("what a person typed links, mentions, closes and formats nothing in a pull request", () => {
  expect(plainMarkdown("Fixes #12, ask @ada")).toBe("Fixes #<!-- -->12, ask @<!-- -->ada");
  expect(plainMarkdown("owner/repo#12")).toBe("owner/repo#<!-- -->12");
  expect(plainMarkdown("<img src=x> [a](b) *c* _d_ run_main")).toBe(
    "&lt;img src=x\\> \\[a\\](b) \\*c\\* \\_d\\_ run_main",
  );
  expect(plainMarkdown("# no heading")).toBe("\\# no heading");
  expect(plainMarkdown("1. no list\n- nor this")).toBe("1\\. no list - nor this");
  expect(plainMarkdown("use `<` here, not `a")).toBe("use `<` here, not \\`a");
});

test("code keeps its characters between as many backticks as it needs", () => {
  expect(inlineCode("npm test")).toBe("`npm test`");
  expect(inlineCode("echo `date`")).toBe("`` echo `date` ``");
});

test("no text becomes more than one line, or begins a block", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const shown = plainMarkdown(text);
      expect(shown).not.toMatch(/[\r\n]/);
      expect(shown).not.toMatch(/^(?:[#>+-]|\d+[.)]|<)/);
    }),
  );
});

const HOSTILE = "ask @ada <img>";
const AT = "2026-11-21T12:00:00.000Z";
const command = { command: HOSTILE, outcome: "failed", count: 1, at: AT } as const;
const file = { path: HOSTILE, change: "changed", added: 1, removed: 1 } as const;

const TURN = {
  number: 1,
  at: AT,
  prompt: HOSTILE,
  answer: HOSTILE,
  commands: [command],
  files: [file],
  fileCount: 1,
  shared: false,
  wentBackTo: null,
  checkpoints: [],
  compacted: false,
  patch: null,
};
const SESSION: LogSession = {
  id: "ses_a",
  nativeId: "a",
  agent: "codex",
  machine: HOSTILE,
  title: HOSTILE,
  goal: null,
  latestRequest: null,
  state: "ended",
  live: false,
  dismissed: false,
  project: { id: "prj_a", name: HOSTILE, path: "/a" },
  worktree: "/a",
  directory: HOSTILE,
  branch: HOSTILE,
  startedAt: AT,
  lastActivityAt: AT,
  endedAt: null,
  endReason: null,
  turnCount: 1,
  compactions: 0,
  prompts: [{ at: AT, text: HOSTILE }],
  todos: [{ content: HOSTILE, status: "pending" }],
  files: [file],
  fileCount: 1,
  added: 1,
  removed: 1,
  filesFrom: "tools",
  commands: [command],
  commandCount: 1,
  failing: [{ command: HOSTILE, output: HOSTILE }],
  decisions: [{ decision: HOSTILE, rationale: HOSTILE }],
  continues: null,
  recovered: [],
  usage: null,
  patch: null,
  turns: null,
  earlierTurns: 0,
};

test("every text of a session and its turns is plain or code", () => {
  for (const turns of [null, [TURN]]) {
    const outsideCode = logMarkdown([{ ...SESSION, turns }]).replaceAll(/`[^`]*`/g, "");
    expect(outsideCode).toContain("ask @<!-- -->ada &lt;img");
    expect(outsideCode).not.toMatch(/@ada|<img/);
  }
});

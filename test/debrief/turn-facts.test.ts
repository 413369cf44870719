import { describe, expect, test } from "vitest";
import { changedFiles, collectTurnFacts, type TurnFacts } from "../../src/debrief/collect-turn-facts.ts";
import {
  createRuleMatcher,
  findMissingEvidence,
  findUncheckedFiles,
} from "../../src/debrief/find-missing-evidence.ts";
import { describeFindings, formatDebrief } from "../../src/debrief/format-debrief.ts";
import { proposeRules } from "../../src/debrief/propose-rules.ts";
import type { Capture } from "../../src/kernel/capture.ts";
import type { SessionSummary } from "../../src/kernel/record.ts";

const TURN = 1_000;
const session = { lastPromptAt: TURN, startedAt: 0, worktree: "/p", cwd: "/p" } as SessionSummary;
const command = (at: number, ok: boolean | null, text: string, output = "") => ({
  id: `${at}`,
  at,
  ok,
  command: text,
  output,
});
const facts = (changes: Partial<TurnFacts> = {}): TurnFacts => ({
  root: "/p",
  changed: [],
  passed: [],
  failures: [],
  openTodos: [],
  ...changes,
});
const passedAt = (at: number, text: string) => ({ at, command: text, output: "" });
const RULE = { files: ["src/**"], evidence: "npm test", afterLastEdit: true };

describe("T5: what the turn did", () => {
  const capture = {
    files: [
      { path: "src/a.ts", action: "changed", at: TURN, changedAt: TURN, edit: null },
      { path: "src/old.ts", action: "changed", at: TURN - 1, changedAt: TURN - 1, edit: null },
      { path: "src/read.ts", action: "read", at: TURN + 1, changedAt: null, edit: null },
      { path: "../other/b.ts", action: "changed", at: TURN + 1, changedAt: TURN + 1, edit: null },
    ],
    commands: [
      command(TURN - 1, true, "npm run before"),
      command(TURN, true, "npm test"),
      command(TURN + 1, false, "grep TODO src", "Exit code 1"),
      command(TURN + 2, false, "npm run lint", "Exit code 1\n1 error"),
      command(TURN + 3, null, "npm run build"),
      command(TURN - 2, false, "npm run early", "Exit code 1\n1 error"),
    ],
    todos: [
      { content: "rows", status: "pending" },
      { content: "columns", status: "completed" },
      { content: "cells", status: "in_progress" },
    ],
  } as unknown as Capture;

  test("begins exactly with the person's last message", () => {
    const turn = collectTurnFacts(session, capture);
    expect(turn.changed).toEqual([{ path: "src/a.ts", at: TURN }]);
    expect(turn.passed.map((run) => run.command)).toEqual(["npm test", "grep TODO src"]);
    expect(turn.failures.map((run) => run.command)).toEqual(["npm run lint"]);
    expect(turn.openTodos).toEqual(["rows", "cells"]);
  });

  test("begins with the session if there was no message", () => {
    const silent = { ...session, lastPromptAt: null };
    expect(changedFiles(silent, capture.files).map(({ path }) => path)).toEqual(["src/a.ts", "src/old.ts"]);
  });
});

describe("T5: evidence", () => {
  const changed = [
    { path: "src/a.ts", at: 10 },
    { path: "src/b.ts", at: 30 },
  ];
  const isMissing = (at: number, rule: Partial<typeof RULE> = {}) =>
    findMissingEvidence(
      createRuleMatcher([{ ...RULE, ...rule }]),
      facts({ changed, passed: [passedAt(at, "npm test")] }),
    ).length > 0;

  test("counts exactly from the last edit on, and before it only if the rule says so", () => {
    expect([isMissing(29), isMissing(30), isMissing(31)]).toEqual([true, false, false]);
    expect(isMissing(5, { afterLastEdit: false })).toBe(false);
  });

  test("requires that all of its commands passed; without a command there is no evidence", () => {
    const missing = (evidence: string, ...ran: string[]) =>
      findMissingEvidence(
        createRuleMatcher([{ ...RULE, evidence }]),
        facts({ changed, passed: ran.map((text) => passedAt(40, text)) }),
      ).length;
    expect(missing("npm test && npm run lint", "npm test")).toBe(1);
    expect(missing("npm test && npm run lint", "npm test", "npm run lint")).toBe(0);
    expect(missing("cd api && npm test", "cd api && npm test")).toBe(0);
    expect(missing("cd api", "cd api")).toBe(1);
  });

  test("a file is about a rule if one of its globs matches", () => {
    const { isAbout } = createRuleMatcher([RULE]);
    const rule = { ...RULE, files: ["docs/**", "src/**"] };
    expect([isAbout(rule, "src/a.ts"), isAbout(rule, "test/a.ts")]).toEqual([true, false]);
  });

  test("rules that take too long to match are rejected, with advice", () => {
    const hostile = { ...RULE, files: Array<string>(50).fill(`${"*a".repeat(14)}*b`) };
    const { isAbout } = createRuleMatcher([hostile]);
    const match = () => Array.from({ length: 200 }, (_, i) => isAbout(hostile, `${"a".repeat(200)}${i}`));
    expect(match).toThrow(
      expect.objectContaining({
        code: "too_large",
        message: "The rules in .holdfast.json take too long to match.",
        next: "Use fewer or simpler globs in .holdfast.json.",
      }),
    );
  });

  test("without rules, finds files of code that changed after the last check", () => {
    const names = ["src/a.ts", "README.md", "notes.TXT", "src/md.ts", "src/a.md.ts"];
    const files = names.map((path) => ({ path, at: 20 }));
    const code = ["src/a.ts", "src/md.ts", "src/a.md.ts"];
    const after = (at: number) =>
      findUncheckedFiles(
        facts({ changed: files, passed: [passedAt(5, "npm test"), passedAt(at, "npm run lint")] }),
      );
    expect(findUncheckedFiles(facts({ changed: files }))).toEqual(code);
    expect([after(19), after(20), after(21)]).toEqual([code, [], []]);
    expect(findUncheckedFiles(facts({ changed: files, passed: [passedAt(30, "ls")] }))).toEqual(code);
  });
});

describe("T5: the text", () => {
  const found = (changes: Partial<TurnFacts>) => describeFindings(facts(changes), createRuleMatcher([]));

  test("names five of many items, and the number of the others", () => {
    const openTodos = ["a", "b", "c", "d", "e"];
    expect(found({ openTodos })).toEqual(["Still open: a, b, c, d, e."]);
    expect(found({ openTodos: [...openTodos, "f", "g"] })).toEqual(["Still open: a, b, c, d, e and 2 more."]);
  });

  test("says if nothing stands out, and how to switch debriefs off", () => {
    const quiet = "Nothing stands out: check only what you are unsure of.";
    expect(formatDebrief([]).split("\n")[1]).toBe(`1. Validate what you did. ${quiet}`);
    const lines = formatDebrief(["Still open: a."]).split("\n");
    expect(lines.slice(1, 3)).toEqual(["1. Validate what you did.", "   - Still open: a."]);
    expect(lines.at(-1)).toContain("The user can turn this off with `holdfast debrief off`.");
  });

  test("a file that a failure names, even among others, counts as edited since", () => {
    const failures = [{ command: "make", output: "Exit code 2\n(see 'src/a.ts', line 3)", at: 10 }];
    expect(found({ failures, changed: [{ path: "src/a.ts", at: 11 }] })).toContain(
      "Failed and not run again since src/a.ts was edited: `make`.",
    );
    expect(found({ failures, changed: [{ path: "src/a.ts", at: 10 }] })).toContain("Still failing: `make`.");
  });
});

describe("proposed rules", () => {
  const proposed = (names: readonly string[], scripts: object = {}) =>
    proposeRules({ names, manifest: JSON.stringify({ scripts }) });
  const all = { typecheck: "tsc", lint: "biome", test: "vitest", verify: "all", check: "all" };
  const evidence = (...args: Parameters<typeof proposed>) => proposed(...args).map((rule) => rule.evidence);

  test("a script that runs all others makes them redundant", () => {
    expect(evidence([], all)).toEqual(["npm run check"]);
    expect(evidence([], { ...all, check: undefined })).toEqual(["npm run verify"]);
    expect(evidence([], { lint: "a", test: "b", build: "c" })).toEqual(["npm test", "npm run lint"]);
  });

  test.each([
    ["pnpm-lock.yaml", "pnpm test"],
    ["yarn.lock", "yarn test"],
    ["bun.lock", "bun run test"],
    ["bun.lockb", "bun run test"],
    ["package-lock.json", "npm test"],
  ])("the lock file determines the package manager: %s", (name, command) => {
    expect(evidence([name], { test: "x" })).toEqual([command]);
  });

  test("languages with files in the root directory have their own rules", () => {
    expect(proposed(["Cargo.toml", "go.mod", "pyproject.toml"])).toEqual([
      { files: ["**/*.rs"], evidence: "cargo test", afterLastEdit: true },
      { files: ["**/*.go"], evidence: "go test", afterLastEdit: true },
      { files: ["**/*.py"], evidence: "pytest", afterLastEdit: true },
    ]);
  });

  test("an unreadable manifest leads to no rules", () => {
    expect(proposeRules({ names: [], manifest: "{" })).toEqual([]);
    expect(proposeRules({ names: [], manifest: '{"scripts": 7}' })).toEqual([]);
  });

  test("rules for scripts apply to all dialects of JavaScript", () => {
    expect(proposed([], { test: "x" })[0]?.files).toEqual([
      "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}",
    ]);
  });
});

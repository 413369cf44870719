import { describe, expect, test } from "vitest";
import { resolves, resolvesConflict } from "../../../src/shell/runs/resolves.ts";

type Case = [failed: string, output: string, later: string];

const settled = (failed: string, output: string, later: string, { isPassed = true, laterOutput = "" } = {}) =>
  resolves(
    { command: { command: later, output: laterOutput }, isPassed },
    { command: failed, output: output === "" ? "" : `Exit code 1\n${output}` },
    "/repo",
  );

/** What npm and pnpm print when a script starts. */
const LINT = "\n> cart@1.0.0 lint\n> eslint .";
const TEST = "\n> cart@1.0.0 test /repo/cart\n> vitest run";

describe("D44: a later run settles a failure", () => {
  test.each<Case>([
    ["npm test", "1 failed", " npm test "],
    ["npm test", "1 failed", "npm test && npm run lint"],
    ["npm test -- a.test.ts", "1 failed", "npm test"],
    ["cd /repo && npm test", "1 failed", "npm test"],
    ["cd app && npm test", "1 failed", "cd app; npm test"],
    ["nmp test", "bash: nmp: command not found", "npm test"],
    ["npm test | tail -5", "1 failed", "npm test"],
    ["npm run lint && npm test", "1 failed", "npm run lint && npm test && npm run build"],
    ["npm run lint && npm test", `${LINT}\n${TEST}\n1 failed`, "npm test"],
    ["npm run lint && npm test", `${LINT}\n1 problem`, "npm run lint"],
    ["npm run lint && npm test", `${LINT}\n…\n1 failed`, "npm run lint"],
    ["npm run all && npm test", `${LINT}\n1 problem`, "npm run all"],
    ["vitest run", "FAIL test/a.test.ts > adds", "vitest run test/a.test.ts"],
    ["npm test", "FAIL test/a.test.ts > adds", "vitest run test/a.test.ts"],
    ["pytest", "FAILED tests/test_a.py::test_x - no", "pytest tests/test_a.py"],
    ["pytest", "FAILED tests/test_a.py::test_x - no", "pytest -k test_x"],
    ["go test ./...", "--- FAIL: TestRotate (0.1s)", "go test -run TestRotate ./..."],
    ["go test ./...", "FAIL\tacme/cart\t0.1s", "go test ./cart"],
    ["eslint .", "/repo/src/a.ts\n  1:2  error  no", "eslint src/a.ts"],
    ["eslint .", "/repo/src/a.ts\n  1:2  error  no", "eslint src"],
    ["eslint .", "/repo/src/a.ts\n  1:2  error  no", "eslint src lib"],
    ["cargo test", "error: could not compile `cart`", "cargo test -p cart"],
    ["prettier --check .", "[warn] src/a.ts", "prettier --write ."],
    ["git merge main", "CONFLICT (content): Merge conflict in a.ts", "git commit -m merged"],
    ["git rebase main", "CONFLICT (content): x", "git rebase --continue"],
  ])("%s: %s: by %s", (...given) => {
    expect(settled(...given)).toBe(true);
  });

  test.each<Case>([
    ["npm test", "1 failed", "npm run lint"],
    ["npm test", "1 failed", "npm test -- a.test.ts"],
    ["cd app && npm test", "1 failed", "cd web && npm test"],
    ["vitest run", "FAIL test/a.test.ts > adds\nFAIL test/b.test.ts > adds", "vitest run test/a.test.ts"],
    ["vitest run", "FAIL test/a.test.ts > adds\n…", "vitest run test/a.test.ts"],
    ["npm test", "1 failed", "vitest run test/a.test.ts"],
    ["go test ./...", "--- FAIL: TestRotate\n--- FAIL: TestOther", "go test -run TestRotate ./..."],
    ["eslint .", "/repo/src/a.ts\n  1:2  error  no", "eslint lib"],
    ["eslint .", "/repo/src/a.ts\n  1:2  error  no\n…", "eslint src"],
    ["eslint .", "1 problem", "eslint src"],
    ["eslint .", "/repo/src/a.ts\n  1:2  error  no", "prettier src"],
    ["npm test; npm run lint", "1 problem", "npm test"],
    ["npm run lint && npm test", `${LINT}\n${TEST}\n1 failed`, "npm run lint"],
    ["npm run lint && npm test", `${LINT}\n…\n${TEST}\n1 failed`, "npm run lint"],
    ["npm run lint && npm test", `${LINT}\n1 problem`, "npm test"],
    ["npm test && node deploy.js", "1 failed", "node deploy.js"],
    ["npm test", "FAIL test/a.test.ts > adds", "vitest run test/a.test.ts -t other"],
    ["pytest", "FAILED tests/test_a.py::test_x - no", "vitest run tests/test_a.py"],
    ["jest", "  ● adds items", "vitest run -t 'adds items'"],
    ["git merge main", "CONFLICT (content): x", "git merge --abort"],
    ["git merge main", "fatal: refusing", "git commit -m merged"],
    ["make test", "1 failed", "make -n test"],
    ["cargo test", "error: could not compile `cart`", "cargo test -p shop"],
  ])("but not %s: %s: by %s", (...given) => {
    expect(settled(...given)).toBe(false);
  });

  test("the very line settles it in either way, unless it only planned", () => {
    expect(
      settled("npm test", "1 failed", "npm test", { isPassed: false, laterOutput: "Exit code 1\n2 failed" }),
    ).toBe(true);
    expect(settled("make -n test", "1 failed", "make -n test")).toBe(false);
    expect(settled("cd x && make -n test", "1 failed", "cd x && make -n test")).toBe(false);
    expect(settled("make -n test", "1 failed", "make -n test", { isPassed: false })).toBe(true);
  });

  test("one that failed, too, replaces it if it ran as much", () => {
    const failing = { isPassed: false, laterOutput: "Exit code 1\n1 failed" };
    expect(settled("npm test -- a.test.ts", "1 failed", "npm test", failing)).toBe(true);
    expect(settled("npm test", "1 failed", "npm test -- a.test.ts", failing)).toBe(false);
    expect(settled("vitest run", "FAIL test/a.test.ts", "vitest run test/a.test.ts", failing)).toBe(false);
    expect(settled("nmp test", "bash: nmp: command not found", "npm test", failing)).toBe(false);
  });

  test("a script of one command is that command, and the other way round", () => {
    const echoed = "> shop@1.0.0 test\n> vitest run\n";
    expect(settled("npm test", `${echoed}1 failed`, "vitest run")).toBe(true);
    expect(settled("vitest run", "1 failed", "npm test", { laterOutput: `${echoed}5 passed` })).toBe(true);
    expect(settled("npm test", `${echoed}> eslint .\n1 failed`, "vitest run")).toBe(false);
    expect(settled("npm run check && npm test", `${echoed}1 failed`, "vitest run")).toBe(false);
  });

  test("what was named counts where the output had to be cut", () => {
    const failed = {
      command: "pytest",
      output: "Exit code 1\n…",
      named: "FAILED tests/test_a.py::test_x - no",
    };
    const later = (command: string) => ({ command: { command, output: "" }, isPassed: true });
    expect(resolves(later("pytest tests/test_a.py"), failed, "/repo")).toBe(true);
    expect(resolves(later("pytest tests/test_b.py"), failed, "/repo")).toBe(false);
  });

  test("without a code of the line any of its commands that decides nothing may have failed", () => {
    expect(settled("npm test | tail -3", "", "npm test")).toBe(true);
    expect(settled("npm test | tail -3", "", "tail -3")).toBe(false);
    expect(settled("npm run lint && npm test | tail -3", "", "npm test")).toBe(true);
    expect(settled("npm run lint && npm test | tail -3", "", "npm run lint")).toBe(false);
  });
});

describe("D44: a conflict is settled", () => {
  const conflict = (failed: string, later: string, output = "CONFLICT (content): x") =>
    resolvesConflict({ command: later, output: "" }, { command: failed, output });

  test.each([
    ["git merge main", "git commit --no-edit"],
    ["git -C app pull", "git add . && git commit -m x"],
    ["git cherry-pick abc", "git cherry-pick --continue"],
    ["git stash pop", "git commit -am x"],
    ["git am x.patch", "git am --continue"],
  ])("%s by %s", (failed, later) => {
    expect(conflict(failed, later)).toBe(true);
  });

  test.each([
    ["git merge --abort", "git commit -m x"],
    ["git stash list", "git commit -m x"],
    ["npm test", "git commit -m x"],
    ["git merge main", "git merge --quit"],
    ["git merge main", "git status"],
    ["git merge main", "echo git commit"],
  ])("but not %s by %s", (failed, later) => {
    expect(conflict(failed, later)).toBe(false);
  });

  test("only if there was one", () => {
    expect(conflict("git merge main", "git commit -m x", "CONFLICTS")).toBe(false);
  });
});

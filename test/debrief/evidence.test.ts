import { describe, expect, test } from "vitest";
import { hasEvidence, runsCheck } from "../../src/debrief/has-evidence.ts";
import { proposeRules } from "../../src/debrief/propose-rules.ts";

describe("a command satisfies a rule", () => {
  test.each([
    ["npm test", "npm test"],
    ["cd /repo/. && CI=1 npm test -- --run", "npm test"],
    ["cd app && npm test", "npm test --prefix app"],
    ["npm run test", "npm test"],
    ["npm -s run lint 2>&1 | tail", "npm run lint"],
    ["pnpm lint", "pnpm run lint"],
    ["timeout 60 npx vitest run --coverage", "vitest"],
    ["npx vitest run test", "vitest test/a.test.ts"],
    ["vitest run", "npx vitest"],
    ["uv run python -m pytest -q", "pytest"],
    ["nice cargo --locked test", "cargo test"],
  ])("%s satisfies %s", (command, evidence) =>
    expect(hasEvidence([{ command, output: "" }], evidence, "/repo")).toBe(true),
  );

  test.each([
    ['echo "npm test"', "npm test"],
    ["npm testing", "npm test"],
    ["npm run test:unit", "npm test"],
    ["npm install test", "npm test"],
    ["npm", "npm test"],
    ["cd app && npm test", "npm test"],
    ["npm test --version", "npm test"],
    ["npx vitest run test/a.test.ts", "vitest"],
    ["git commit -m 'npm test'", "npm test"],
    ["cat <<E\nnpm test\nE", "npm test"],
    ["", "npm test"],
  ])("%j does not satisfy %s", (command, evidence) =>
    expect(hasEvidence([{ command, output: "" }], evidence, "/repo")).toBe(false),
  );
});

describe("the output decides if the exit code could hide a failure", () => {
  test.each([
    ["npm test 2>&1 | tail -3", "Tests  2 failed | 40 passed"],
    ["npm test; git status", "FAIL src/a.test.ts"],
    ["npm test || true", "1 error"],
    ["npx tsc | head", "src/a.ts(3,1): error TS2304: Cannot find name"],
    ["npm test | tail", "npm error Lifecycle script failed"],
    ["cargo test | tail && echo ok", "test result: FAILED. 3 passed; 1 failed"],
    ["npm test &", "2 failures"],
  ])("%s with the output %j is no evidence", (command, output) => {
    expect(runsCheck({ command, output })).toBe(false);
    expect(runsCheck({ command, output: "40 passed, 0 failed, 0 errors" })).toBe(true);
  });

  test.each([
    "npm test",
    "cd app && npm test",
    "(cd app && npm test)",
    "npm test > log",
    "npm test &&\necho well",
    "npm test;",
  ])("%s succeeds only if the check does", (command) =>
    expect(runsCheck({ command, output: "prints: 1 error" })).toBe(true),
  );
});

test.each([
  ["time make", true],
  ["timeout 9 npm run build", true],
  ["npx playwright test", true],
  ["python3 -m unittest", true],
  ["ls test", false],
  ["git log --grep check", false],
])("without a rule %s is a check: %s", (command, is) => expect(runsCheck({ command, output: "" })).toBe(is));

describe("rules proposed for a project", () => {
  const scripts = JSON.stringify({ scripts: { test: "x", lint: "y" } });
  const evidence = (names: string[], manifest = "{}") =>
    proposeRules({ names, manifest }).map((rule) => `${rule.files.join()} ${rule.evidence}`);

  test.each([
    [["package.json"], ["npm test", "npm run lint"]],
    [["pnpm-lock.yaml"], ["pnpm test", "pnpm run lint"]],
    [["bun.lock"], ["bun run test", "bun run lint"]],
  ])("use its package's scripts and its own package manager: %j", (names, commands) => {
    expect(proposeRules({ names, manifest: scripts }).map((rule) => rule.evidence)).toEqual(commands);
  });

  test("need one script if it runs them all; other languages have their own rules", () => {
    const all = JSON.stringify({ scripts: { check: "z", test: "x" } });
    expect(evidence(["Cargo.toml", "yarn.lock"], all)).toEqual([
      "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte} yarn run check",
      "**/*.rs cargo test",
    ]);
    expect(evidence(["pyproject.toml"], "no json")).toEqual(["**/*.py pytest"]);
  });
});

import { describe, expect, test } from "vitest";
import { isLenient, judgeRun, passedRuns } from "../../../src/shell/runs/judge-run.ts";

describe("D44: how a line really ended", () => {
  const judge = (command: string, code: number, output: string) =>
    judgeRun({ command, ok: code === 0, output: code === 0 ? output : `Exit code ${code}\n${output}` });

  test.each([
    ["npm test", 0, "5 passed", "passed"],
    ["npm test", 1, "1 failed", "failed"],
    ["npm test | tail -5", 0, "1 failed, 4 passed", "failed"],
    ["npm test | tail -5", 0, "0 failed, 5 passed", "passed"],
    ["npm test || true", 0, "Tests: 2 failed", "failed"],
    ["npm test; echo $?", 0, "ok\n1", "failed"],
    ["npm test; echo $?", 0, "1 failed\n0", "passed"],
    ["cat build.log | tail", 0, "1 failed", "passed"],
    ["git log | head", 0, "fatal: x", "passed"],
    ["make -i", 0, "make: *** [all] Error 1", "failed"],
    ["node a.mjs | tail", 0, "3 failed", "passed"],
    ["node a.mjs | tail", 0, "Error: x\nnpm ERR! y", "failed"],
    ["grep foo src", 1, "", "answered"],
    ["npm test && grep TODO src", 1, "ok\n", "answered"],
    ["npm test && grep TODO src", 1, "1 failed\n", "failed"],
    ["timeout 5 npm start", 124, "listening", "answered"],
    ["timeout 5 npm test", 124, "running", "failed"],
    ["echo x && cd nowhere", 1, "cd: nowhere: No such file", "failed"],
  ])("%s with %i and %j: %s", (command, code, output, verdict) => {
    expect(judge(command, code, output)).toBe(verdict);
  });

  test.each([
    "The user doesn't want to proceed with this tool use.",
    "[Request interrupted by user]",
    "Permission to use Bash with command rm has been denied.",
    "This command requires approval",
    "rejected by user",
    "<tool_use_error>Blocked: sleep 60 followed by: node test/cart.test.js</tool_use_error>",
    "PreToolUse:Bash hook error: not now",
    "Tool execution aborted",
    "[Operation Cancelled] Reason: User cancelled tool execution.",
    "exec command rejected by user",
  ])("nothing ran: %s", (output) => {
    expect(judgeRun({ command: "npm test", ok: false, output })).toBe("refused");
    expect(judgeRun({ command: "npm test", ok: false, output: `Exit code 1\n${output}` })).toBe("failed");
    expect(judgeRun({ command: "npm test", ok: true, output })).toBe("passed");
  });
});

test.each([
  ["Exit code 130", "interrupted"],
  ["Exit code 137\nrunning 4 tests\n[Request interrupted by user]", "interrupted"],
  ["Exit code 143\nrunning\n<error>Command was aborted before completion</error>", "interrupted"],
  ["Exit code 137\nKilled", "failed"],
])("the user may have stopped it: %j is %s", (output, verdict) => {
  expect(judgeRun({ command: "npm test", ok: false, output })).toBe(verdict);
});

describe("D44: the commands of a line that passed", () => {
  const passed = (command: string, output: string) =>
    passedRuns({ command, output }).map(({ words }) => words.join(" "));

  test.each([
    ["npm test && npm run lint", "ok", ["npm test", "npm run lint"]],
    ["npm test | tail -5", "5 passed", ["npm test", "tail -5"]],
    ["npm test | tail -5", "1 failed", ["tail -5"]],
    ["npm test", "no tests found", []],
    ["gofmt -l .", "", ["gofmt -l ."]],
    ["gofmt -l .", "a.go", []],
    ["npm test && grep TODO src", "Exit code 1\nok", ["npm test"]],
    ["npm test && grep TODO src", "Exit code 2\nok", []],
    ["npm test", "Exit code 1\n1 failed", []],
  ])("%s with %j: %j", (command, output, commands) => {
    expect(passed(command, output)).toEqual(commands);
  });

  test.each([
    "make -ik all",
    "psql -f a.sql",
    "mvn test -fn",
    "eslint . --exit-zero",
    "vitest --passWithNoTests",
  ])("%s succeeds even if it fails", (line) => expect(isLenient(line.split(" "))).toBe(true));

  test.each(["make all", "psql -c x", "psql -v ON_ERROR_STOP=1 -f a.sql", "mvn test", "eslint ."])(
    "%s does not",
    (line) => expect(isLenient(line.split(" "))).toBe(false),
  );
});

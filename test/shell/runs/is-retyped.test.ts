import { describe, expect, test } from "vitest";
import { isRetyped } from "../../../src/shell/runs/is-retyped.ts";

describe("D44: a name was mistyped, and the line run with the right one", () => {
  const retyped = (failed: string, later: string, output = "bash: command not found") =>
    isRetyped({ command: later, output: "" }, { command: failed, output: `Exit code 1\n${output}` });

  test.each([
    ["nmp test", "npm test"],
    ["npm rnu build", "npm run build"],
    ["npm run buidl", "npm run build"],
    ["npm run typchek", "npm run typecheck"],
    ["npm test --wach", "npm test"],
    ["npm test", "npm test --watch"],
    ["git psh --force origin", "git push --force origin"],
    ["cd app && nmp test", "cd app && npm test"],
  ])("%s, then %s", (failed, later) => {
    expect(retyped(failed, later)).toBe(true);
  });

  test.each([
    ["npm test", "npm test"],
    ["nmp tset", "npm test"],
    ["npm run build", "npm run deploy"],
    ["npm test unit", "npm test"],
    ["npm test --a --b", "npm test"],
    ["npm a -b", "npm -b c"],
    ["nmp", "npm"],
    [`npm run ${"x".repeat(201)}`, `npm run ${"x".repeat(200)}y`],
  ])("but not %s, then %s", (failed, later) => {
    expect(retyped(failed, later)).toBe(false);
  });

  test("a name of six letters may differ in two, one of twelve in four", () => {
    expect(retyped("run abcdef", "run abcdxy")).toBe(true);
    expect(retyped("run abcdef", "run abcxyz")).toBe(false);
    expect(retyped("run abcdefghijkl", "run abcdefghwxyz")).toBe(true);
    expect(retyped("run abcdefghijkl", "run abcdefgvwxyz")).toBe(false);
    expect(retyped("run abcdef", "run xabcde")).toBe(true);
  });

  test.each(["npm ERR! Missing script: buidl", "error: unknown option", "pathspec 'x' did not match"])(
    "since the output says that a name is unknown: %s",
    (output) => {
      expect(retyped("nmp test", "npm test", output)).toBe(true);
    },
  );

  test("but not if the output says anything else", () => {
    expect(retyped("nmp test", "npm test", "1 test failed")).toBe(false);
  });
});

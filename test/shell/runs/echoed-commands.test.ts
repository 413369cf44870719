import { describe, expect, test } from "vitest";
import { echoedCommands } from "../../../src/shell/runs/echoed-commands.ts";

describe("D44: the commands that a line's scripts ran", () => {
  const echoed = (command: string, output: string) =>
    echoedCommands({ command, output }).map(({ words }) => words.join(" "));

  test.each([
    ["npm test", "\n> shop@1.0.0 test\n> vitest run\n\n ok", ["vitest run"]],
    ["pnpm -r test", "> vitest run\n", ["vitest run"]],
    ["yarn test", "yarn run v1.22\n$ jest --ci\nPASS", ["jest --ci"]],
    ["task test", "task: [test] go test ./...\nok", ["go test ./..."]],
    ["make test", "pytest -q tests\n1 passed in 2s", ["pytest -q tests", "1 passed in 2s"]],
    ["npm run check", "> tsc && eslint .\n", ["tsc", "eslint ."]],
  ])("%s prints %j", (line, output, commands) => {
    expect(echoed(line, output)).toEqual(commands);
  });

  test.each([
    ["npm test > log.txt", "> vitest run\n"],
    ["npm test | tail", "> vitest run\n"],
    ["make -n test", "pytest -q\n"],
    ["pytest", "> vitest run\n"],
    ["npm test", "vitest run\n"],
    ["npm test", `> vitest ${"x".repeat(400)}\n`],
    ["npm test", `${"\n".repeat(40)}> vitest run\n`],
    ["npm test", "> (vitest run)\n"],
  ])("%s shows nothing of them in %j", (line, output) => {
    expect(echoed(line, output)).toEqual([]);
  });

  test("ran in the directory of their package, which a run of all packages does not show", () => {
    const places = (command: string) =>
      echoedCommands({ command, output: "> vitest run\n> cd sub && make\n" }).map(
        ({ directory }) => directory,
      );
    expect(places("cd app && npm test")).toEqual(["app", "app", "app/sub"]);
    expect(places("pnpm -r test")).toEqual([undefined, undefined, undefined]);
  });
});

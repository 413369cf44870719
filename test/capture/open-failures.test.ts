import { describe, expect, test } from "vitest";
import { openFailures, unresolvedFailures } from "../../src/capture/open-failures.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";

type Command = Capture["commands"][number];

let made = 0;
const run = (command: string, ok: boolean | null, output: string, at = 1): Command => {
  made += 1;
  return { id: `c${made}`, command, ok, output, at };
};
const failed = (command: string, at = 1) => run(command, false, "Exit code 1\n1 failed", at);
const passed = (command: string) => run(command, true, "1 passed");
const open = (commands: Command[], root?: string) =>
  unresolvedFailures({ commands }, root).map(({ command }) => command);

describe("a command that failed", () => {
  test("is unresolved while nothing ran since that passed", () => {
    const commands = [failed("npm test"), passed("npm run build"), failed("npm run lint")];
    expect(unresolvedFailures({ commands })).toEqual([commands[0], commands[2]]);
  });

  test.each([
    ["as it was", "npm test"],
    ["as part of a wider run", "npm test && npm run build"],
  ])("is resolved by one that passed: %s", (_, later) => {
    expect(open([failed("npm test"), passed(later)])).toEqual([]);
  });

  test.each([
    "<tool_use_error>Blocked: sleep 60 followed by: npm test</tool_use_error>",
    "PreToolUse:Bash hook error: [guard]: not now",
    "The user doesn't want to proceed with this tool use.",
    "Tool execution aborted",
    "Exit code 130",
    "Exit code 143\nrunning\n[Request interrupted by user for tool use]",
  ])("stays if the same was blocked, refused or interrupted later: %j", (output) => {
    const commands = [run("npm test", false, "Exit code 1\nexpected 500, got 501")];
    const later = [run("sleep 60; npm test", false, output), run("npm test", false, output)];
    expect(unresolvedFailures({ commands: [...commands, ...later] })).toEqual(commands);
  });

  test("is resolved as part of a line that only found nothing", () => {
    const answered = run("npm test && grep -r TODO src", false, "Exit code 1");
    expect(open([failed("npm test"), answered])).toEqual([]);
  });

  test("is resolved by what ends it only if that passed", () => {
    const merge = run("git merge dev", false, "Exit code 1\nCONFLICT (content): Merge conflict in a.ts");
    const commit = (ok: boolean) =>
      run("git commit -m merged", ok, ok ? "" : "Exit code 128\nfatal: unmerged");
    expect(open([merge, commit(true)])).toEqual([]);
    expect(open([merge, commit(false)])).toEqual(["git merge dev", "git commit -m merged"]);
  });

  test("is not resolved by one that passed before", () => {
    expect(open([passed("npm test"), failed("npm test")])).toEqual(["npm test"]);
  });

  test("counts once, where it failed last", () => {
    const commands = [failed("npm test"), failed("npm run lint"), failed("npm test")];
    expect(unresolvedFailures({ commands })).toEqual([commands[1], commands[2]]);
  });

  test.each([
    ["that still runs", run("npm test", null, "")],
    ["that the user refused", run("npm test", false, "The user doesn't want to proceed with this tool use.")],
  ])("is not resolved by the same command %s, which is no failure itself", (_, later) => {
    const first = failed("npm test");
    expect(unresolvedFailures({ commands: [first, later] })).toEqual([first]);
    expect(unresolvedFailures({ commands: [later] })).toEqual([]);
  });

  test("is none where its exit code is an answer", () => {
    expect(open([run("grep TODO a.ts", false, "Exit code 1")])).toEqual([]);
  });

  test("is none where its client says that it succeeded, whatever it prints", () => {
    expect(open([run("npm test", true, "1 failed")])).toEqual([]);
  });

  test("is none where it was judged so before its output was cut", () => {
    expect(open([run("pytest | tail -5", true, "1 failed…")])).toEqual([]);
  });

  test("is resolved in the same directory by another name, where it is known in which one commands start", () => {
    const commands = [failed("cd /repo/app && npm test"), passed("cd app && npm test")];
    expect(open(commands, "/repo")).toEqual([]);
    expect(open(commands)).toEqual(["cd /repo/app && npm test"]);
  });
});

describe("the failures that the next session has to deal with", () => {
  const missed = (at: number) =>
    run("cat lib/a.ts", false, "Exit code 1\ncat: lib/a.ts: No such file or directory", at);
  const openOf = (commands: Command[], ...times: number[]) => {
    const prompts = times.map((at) => ({
      id: `${at}`,
      channel: "typed" as const,
      text: "Go.",
      asked: null,
      at,
    }));
    return openFailures({ ...EMPTY_CAPTURE, commands, prompts }).map(({ command }) => command);
  };

  test("are those of any turn", () => {
    expect(openOf([failed("npm test", 10)], 5, 50)).toEqual(["npm test"]);
  });

  test.each([
    [49, []],
    [50, ["cat lib/a.ts"]],
    [51, ["cat lib/a.ts"]],
  ])("are a look for something where it is not only in the latest turn: at %i", (at, expected) => {
    expect(openOf([missed(at)], 5, 9, 50)).toEqual(expected);
  });

  test("are all of a session without a prompt", () => {
    expect(openOf([missed(1)])).toEqual(["cat lib/a.ts"]);
  });

  test("are none of what was resolved", () => {
    expect(openOf([failed("npm test", 60), passed("npm test")], 5)).toEqual([]);
  });
});

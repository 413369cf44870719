import { describe, expect, test } from "vitest";
import { foldFact } from "../../../src/capture/facts/fold-fact.ts";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";

type Fact = Parameters<typeof foldFact>[1];

const changed = (path: string, edit: Capture["files"][number]["edit"] = null, at = 5) => ({
  path,
  action: "changed",
  at,
  changedAt: at,
  edit,
});
const afterAll = (...facts: Fact[]) => facts.reduce(foldFact, EMPTY_CAPTURE);
const run = (command: string, call = "c1"): Fact => ({ at: 5, type: "command_run", call, command });
const outcome = (ok: boolean, text: string, call = "c1"): Fact => ({
  at: 6,
  type: "outcome",
  call,
  ok,
  text,
});

describe("what the agent did with a tool", () => {
  test.each<[Fact, Partial<Capture>]>([
    [
      { at: 5, type: "file_read", path: "a.ts" },
      { files: [{ path: "a.ts", action: "read", at: 5, changedAt: null, edit: null }] },
    ],
    [
      { at: 5, type: "todo_list", todos: [{ content: "parse it", status: "pending" }] },
      { todos: [{ content: "parse it", status: "pending" }] },
    ],
    [
      { at: 5, type: "task_added", call: "c1", content: "parse it" },
      { todos: [{ content: "parse it", status: "pending", task: "c1", call: "c1" }] },
    ],
    [
      { at: 5, type: "command_run", call: "c1", command: "npm test" },
      { commands: [{ id: "c1", command: "npm test", at: 5, ok: null, output: "" }] },
    ],
    [
      { at: 5, type: "own_tool", call: "c1", tool: "recall", input: { query: "ports" } },
      { queries: ["ports"] },
    ],
    [
      { at: 5, type: "own_tool", call: "c1", tool: "session_digest", input: { decisions: ["Use streams"] } },
      { decisions: [{ decision: "Use streams", rationale: null }] },
    ],
  ])("is added to the capture: %j", (fact, expected) => {
    expect(foldFact(EMPTY_CAPTURE, fact)).toEqual({ ...EMPTY_CAPTURE, ...expected });
  });

  test("changes a file while its call is under way, and for good when that succeeded", () => {
    const edit: Fact = { at: 5, type: "file_changed", call: "c1", path: "a.ts" };
    expect(afterAll(edit).files).toEqual([changed("a.ts", { call: "c1", changedBefore: null })]);
    expect(afterAll(edit, outcome(true, "ok")).files).toEqual([changed("a.ts")]);
    expect(afterAll(edit, outcome(false, "no match")).files).toEqual([
      { path: "a.ts", action: "read", at: 5, changedAt: null, edit: null },
    ]);
  });
});

describe("how a command ended", () => {
  const last = (command: string, ok: boolean, text: string) =>
    afterAll(run("ls", "c0"), run(command), outcome(ok, text)).commands;

  test("is kept with it, and with no other", () => {
    expect(last("npm test", true, "4 passed")).toEqual([
      { id: "c0", command: "ls", at: 5, ok: null, output: "" },
      { id: "c1", command: "npm test", at: 5, ok: true, output: "4 passed" },
    ]);
  });

  test("is what its client says of a failure, without lines of its own where the output is whole", () => {
    const [, command] = last("npm test", false, "Exit code 1\nFAILED tests/a.py::test_a - no");
    expect(command).toEqual({
      id: "c1",
      command: "npm test",
      at: 5,
      ok: false,
      output: "Exit code 1\nFAILED tests/a.py::test_a - no",
    });
  });

  test("is a failure where a pipe hid it", () => {
    expect(last("pytest | tail -5", true, "1 failed, 3 passed")[1]).toMatchObject({ ok: false });
    expect(last("pytest | tail -5", true, "4 passed")[1]).toMatchObject({ ok: true });
  });

  test("is no success where its exit code is an answer", () => {
    expect(last("grep TODO a.ts", false, "Exit code 1")[1]).toMatchObject({ ok: false });
  });

  test("keeps the lines that name what failed only of a failure whose output was cut", () => {
    const noise = "collecting the next part of it\n".repeat(20);
    const output = `Exit code 1\n${noise}FAILED tests/a.py::test_a - no\n${noise}`;
    expect(last("pytest", false, output)[1]).toMatchObject({ named: "FAILED tests/a.py::test_a - no" });
    expect(last("pytest", false, `Exit code 1\n${noise}`)[1]).not.toHaveProperty("named");
    expect(last("pytest", true, `${output}4 passed after a retry`)[1]).not.toHaveProperty("named");
  });
});

describe("what a command wrote", () => {
  const filesAfter = (command: string, ok: boolean, text: string) =>
    afterAll(run(command), outcome(ok, text)).files;
  const untouched = (path: string) => ({ path, action: "read", at: 5, changedAt: null, edit: null });

  test.each([
    ["sed -i s/a/b/ a.txt", true, ""],
    ["npm test > a.txt", false, "Exit code 1\n1 failed"],
    ["sed -i s/a/b/ a.txt && npm test", false, "Exit code 1\n1 failed"],
  ])("is written whether it succeeded or not: %s", (command, ok, text) => {
    expect(filesAfter(command, ok, text)).toEqual([changed("a.txt")]);
  });

  test.each([
    ["npm test > a.txt", "The user doesn't want to proceed with this tool use."],
    ["sed -i s/a/b/ a.txt", "Exit code 2\nsed: can't read a.txt: No such file or directory"],
  ])("is not written where nothing ran: %s", (command, text) => {
    expect(filesAfter(command, false, text)).toEqual([untouched("a.txt")]);
  });
});

import { describe, expect, test } from "vitest";
import { readExit } from "../../src/agents/codex/tools.ts";
import { client as gemini } from "../../src/agents/gemini/tools.ts";
import { client as ohMyPi } from "../../src/agents/oh-my-pi/tools.ts";
import { client as openclaw } from "../../src/agents/openclaw/tools.ts";
import { client as opencode } from "../../src/agents/opencode/tools.ts";
import { entriesOf } from "../../src/agents/opencode/transcript/entries.ts";
import { client as pi } from "../../src/agents/pi/tools.ts";
import type { ToolFact } from "../../src/kernel/agent/tool-fact.ts";
import { judgeRun } from "../../src/shell/runs/judge-run.ts";

type Ended = { code: number; output: string };

/** How each client reports a command that failed, as recorded. */
const CLIENTS: [string, (ended: Ended) => ToolFact[]][] = [
  ["codex", ({ code, output }) => readExit("c", code, output)],
  [
    "opencode",
    ({ code, output }) =>
      opencode.readResult({ id: "c" }, { ok: false, text: output, details: { exit: code } }),
  ],
  [
    "openclaw",
    ({ code, output }) =>
      openclaw.readResult(
        { id: "c" },
        {
          ok: true,
          text: `${output}\n\n(Command exited with code ${code})`,
          details: { exitCode: code },
        },
      ),
  ],
  [
    "pi",
    ({ code, output }) =>
      pi.readResult({ id: "c" }, { ok: false, text: `${output}\n\nCommand exited with code ${code}` }),
  ],
  [
    "oh-my-pi",
    ({ code, output }) =>
      ohMyPi.readResult(
        { id: "c" },
        { ok: false, text: `${output}\n\nWall time: 0.14 seconds\n\nCommand exited with code ${code}` },
      ),
  ],
  [
    "gemini",
    ({ code, output }) =>
      gemini.readResult(
        { id: "c", name: "run_shell_command" },
        { ok: false, text: `Output: ${output}\nExit Code: ${code}\nProcess Group PGID: 7` },
      ),
  ],
];

function outcomeIn(facts: readonly ToolFact[]) {
  const [outcome] = facts.filter((fact) => fact.type === "outcome");
  if (!outcome) throw new Error("There is no outcome.");
  return outcome;
}

function verdictOn(command: string, facts: readonly ToolFact[]) {
  const { ok, text } = outcomeIn(facts);
  return judgeRun({ command, ok, output: text });
}

describe.each(CLIENTS)("D44: a command that %s reports with its exit code", (_, report) => {
  test.each([
    "Error: the sandbox could not be created",
    "Your card was declined.",
    "blocked by CORS policy",
    "405 Method not allowed",
  ])("failed, although its output sounds like a refusal: %s", (output) => {
    expect(verdictOn("npm test", report({ code: 1, output }))).toBe("failed");
  });

  test("only answered if it found nothing", () => {
    expect(verdictOn("grep -r TODO src", report({ code: 1, output: "(no output)" }))).toBe("answered");
    expect(verdictOn("grep -r TODO src", report({ code: 2, output: "(no output)" }))).toBe("failed");
  });

  test("has its own code before its output, whatever code it printed", () => {
    const output = "Exit Code: 3\nCommand exited with code 3";
    const { ok, text } = outcomeIn(report({ code: 1, output }));
    expect(ok).toBe(false);
    expect(text.split("\n")[0]).toBe("Exit code 1");
    expect(text).toContain(output);
  });
});

describe("a result without an exit code of a failure", () => {
  test("stays as it is", () => {
    const refused = { ok: false, text: "The user declined." };
    for (const client of [opencode, openclaw, pi, ohMyPi])
      expect(outcomeIn(client.readResult({ id: "c" }, refused)).text).toBe(refused.text);
    expect(outcomeIn(gemini.readResult({ id: "c", name: "x" }, refused)).text).toBe(refused.text);
    expect(verdictOn("npm test", pi.readResult({ id: "c" }, refused))).toBe("refused");
  });

  test("stays as it is after success, too", () => {
    const text = "Command exited with code 3\nExit Code: 3";
    const passed = { ok: true, text, details: { exit: 0, exitCode: 0 } };
    for (const client of [opencode, openclaw, pi, ohMyPi])
      expect(outcomeIn(client.readResult({ id: "c" }, passed))).toMatchObject({ ok: true, text });
    expect(outcomeIn(gemini.readResult({ id: "c", name: "x" }, passed))).toMatchObject({ ok: true, text });
    expect(outcomeIn(readExit("c", 0, text))).toMatchObject({ ok: true, text });
  });
});

test("OpenCode's database has the exit code beside the output", () => {
  const state = {
    status: "completed",
    input: { command: "npm test" },
    output: "blocked by a test",
    metadata: { exit: 2 },
  };
  const message = { role: "assistant", time: { created: 1 } };
  const part = { type: "tool", tool: "bash", callID: "c", state };
  const entries = entriesOf({ id: "m", data: message, parts: [{ id: "p", data: part }] });
  expect(entries).toContainEqual(
    expect.objectContaining({ type: "outcome", ok: false, text: "Exit code 2\nblocked by a test" }),
  );
});

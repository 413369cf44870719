import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readTranscript } from "../../../src/agents/codex/transcript.ts";

const folder = mkdtempSync(join(tmpdir(), "holdfast-codex-"));
afterAll(() => rmSync(folder, { recursive: true }));

const line = (type: string, payload: object) =>
  `${JSON.stringify({ timestamp: "2026-11-21T00:00:00Z", ordinal: 1, type, payload })}\n`;
const item = (fields: object) => line("event_msg", { type: "item_completed", turn_id: "t", item: fields });

describe("a rollout of an earlier version (0.14x), without items", () => {
  const call = (id: string, name: string, input: object) =>
    line("response_item", { type: "function_call", call_id: id, name, arguments: JSON.stringify(input) });
  const patch = (id: string, name: string, input: string) =>
    line("response_item", { type: "custom_tool_call", call_id: id, name, input });
  const output = (call_id: string, text: unknown, type = "function_call_output") =>
    line("response_item", { type, call_id, output: text });
  const says = (type: string, message: string, more: object = {}) =>
    line("event_msg", { type, message, ...more });
  const entriesOf = async (...lines: string[]) => {
    const file = join(folder, "rollout.jsonl");
    writeFileSync(file, lines.join(""));
    const { entries = [] } = (await readTranscript(file)) ?? {};
    return entries.map((entry) => {
      if (entry.type === "command_run")
        return `ran ${entry.command}${entry.cwd === undefined ? "" : ` in ${entry.cwd}`}`;
      if (entry.type === "file_changed") return `changed ${entry.path}`;
      return "text" in entry ? `${entry.type}: ${entry.text}` : entry.type;
    });
  };

  test("has prompts, answers, commands with their outcome, and changed files", async () => {
    const added = "*** Begin Patch\n*** Add File: infra/run.sh\n+x\n*** End Patch";
    const moved = "*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n+x\n*** End Patch";
    const entries = await entriesOf(
      says("user_message", "<environment_context>x</environment_context>", { kind: "environment_context" }),
      says("user_message", "Add the script."),
      patch("c1", "apply_patch", added),
      output("c1", "Exit code: 0\nOutput:\nSuccess.", "custom_tool_call_output"),
      call("c2", "shell_command", { command: "sh infra/run.sh" }),
      output("c2", "Exit code: 3\nWall time: 0.1 seconds\nOutput:\nno resolver"),
      call("c3", "shell", { command: ["bash", "-lc", "npm test"], workdir: "/shop/b" }),
      output("c3", JSON.stringify({ output: "ok", metadata: { exit_code: 0 } })),
      patch("c4", "exec", `await tools.apply_patch(${JSON.stringify(moved)})`),
      output("c4", [{ type: "input_text", text: "done" }], "custom_tool_call_output"),
      patch(
        "c5",
        "exec",
        'const r = await tools.exec_command({cmd: "make \\"all\\"", workdir: "c"}); text(r)',
      ),
      output("c5", '{"exit_code":2,"output":"no rule"}', "custom_tool_call_output"),
      says("agent_message", "It fails with 3."),
    );
    expect(entries).toEqual([
      "prompt: Add the script.",
      "changed infra/run.sh",
      "ran sh infra/run.sh",
      expect.stringMatching(/^outcome: .*no resolver/s),
      "ran npm test in /shop/b",
      "outcome: ok",
      "changed a.ts",
      "changed b.ts",
      'ran make "all" in c',
      expect.stringMatching(/^outcome: .*no rule/s),
      "message: It fails with 3.",
    ]);
  });

  test("changes nothing by a patch that failed, and records no command that did not run", async () => {
    const patched = "*** Begin Patch\n*** Update File: a.ts\n+x\n*** End Patch";
    const entries = await entriesOf(
      says("user_message", "Fix it."),
      patch("c1", "apply_patch", patched),
      output("c1", "apply_patch verification failed: no such file", "custom_tool_call_output"),
      call("c2", "shell_command", { command: "rm -rf build" }),
      output("c2", "aborted by user"),
    );
    expect(entries).toEqual(["prompt: Fix it.", "refusal: "]);
  });

  test("is not read twice where items report the same", async () => {
    const entries = await entriesOf(
      says("user_message", "Go."),
      item({ type: "UserMessage", id: "i", content: [{ type: "text", text: "Go." }] }),
      call("c", "shell_command", { command: "ls" }),
      output("c", "Exit code: 0\nOutput:\na"),
      item({
        type: "CommandExecution",
        id: "c",
        command: ["ls"],
        cwd: "/shop",
        exit_code: 0,
        aggregated_output: "a",
      }),
    );
    expect(entries).toEqual(["prompt: Go.", "ran ls in /shop", "outcome: a"]);
  });
});

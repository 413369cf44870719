import { expect, test } from "vitest";
import { openclaw } from "../../../src/agents/openclaw/adapter.ts";
import type { HookEnvelope } from "../../../src/kernel/agent/agent.ts";
import { recorded } from "./fixtures.ts";

const ENVELOPE: HookEnvelope = { id: "evt-1", event: "", at: 1, pid: 2 };
const parse = (name: string, change: object = {}) =>
  openclaw.parseEvent({ ...recorded(name), ...change }, ENVELOPE);

test("S14: a command that failed, files of a patch, the card's steps, and a call of our own tool", async () => {
  expect(await parse("PostToolUse.exec")).toMatchObject({
    facts: [
      { type: "command_run", call: "call_2_0", command: "node nothere.js" },
      { type: "outcome", ok: false, text: expect.stringContaining("MODULE_NOT_FOUND") },
    ],
  });
  expect(await parse("PostToolUse.apply_patch")).toMatchObject({
    facts: [
      { type: "file_changed", path: "importer.js" },
      { type: "outcome", ok: true },
    ],
  });
  const plan = [{ step: "Cover empty input", status: "pending" }];
  expect(
    await parse("PostToolUse.write", { tool_name: "progress_card", tool_input: { plan } }),
  ).toMatchObject({
    facts: [{ type: "todo_list", todos: [{ content: "Cover empty input", status: "pending" }] }],
  });
  expect(await parse("PostToolUse.holdfast__session_digest")).toMatchObject({
    facts: [{ type: "own_tool", tool: "session_digest", input: { decisions: ["We use tabs."] } }, {}],
  });
});

test("a prompt comes without the time that the client puts in front of it", async () => {
  expect(await parse("UserPromptSubmit", { prompt: "[Mon 2026-11-23 07:31 UTC] fix the bug" })).toMatchObject(
    {
      prompt: "fix the bug",
    },
  );
  expect(await parse("UserPromptSubmit", { prompt: "[a] is not [b]" })).toMatchObject({
    prompt: "[a] is not [b]",
  });
});

test("T5: no stop is blocked, since the client extends no turn that called tools", async () => {
  expect(openclaw.capabilities.blockStop).toBe(false);
  expect(await parse("Stop")).toMatchObject({ stopHookActive: false, lastAnswer: "Final answer." });
});

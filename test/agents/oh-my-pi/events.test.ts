import { expect, test } from "vitest";
import { ohMyPi } from "../../../src/agents/oh-my-pi/adapter.ts";
import { agents } from "../../../src/agents/registry.ts";
import type { HookEnvelope } from "../../../src/kernel/agent/agent.ts";
import { findCaller } from "../../../src/kernel/agent/agent-environment.ts";
import { recorded } from "./fixtures.ts";

const ENVELOPE: HookEnvelope = { id: "evt-1", event: "", at: 1, pid: 2 };
const parse = (name: string, change: object = {}) =>
  ohMyPi.parseEvent({ ...recorded(name), ...change }, ENVELOPE);

test("a command that failed, with the call's id that the session file has too", async () => {
  expect(await parse("PostToolUse.bash")).toMatchObject({
    facts: [
      { type: "command_run", call: "call_5_0", command: "node nothere.js" },
      { type: "outcome", call: "call_5_0", ok: false, text: expect.stringContaining("MODULE_NOT_FOUND") },
    ],
  });
});

test("a patch changes the files that it names", async () => {
  expect(await parse("PostToolUse.edit")).toMatchObject({
    facts: [{ type: "file_changed", path: "a.txt" }, {}],
  });
  const input = { input: "[src/a b.ts#1C65]\nPUT 1.=1:\n+[not.a#1C65] file\n[c.ts]\nCUT 2.=3\n" };
  expect(await parse("PostToolUse.edit", { tool_input: input })).toMatchObject({
    facts: [{ path: "src/a b.ts" }, { path: "c.ts" }, { type: "outcome" }],
  });
});

test("the todos are those of the result, without what was dropped", async () => {
  const todo = (status: string) => ({ content: status, status });
  const phases = [
    { name: "One", tasks: [todo("completed"), todo("abandoned")] },
    { tasks: [todo("blocked")] },
  ];
  expect(await parse("PostToolUse.todo", { tool_details: { phases } })).toMatchObject({
    facts: [{ type: "todo_list", todos: [todo("completed"), { content: "blocked", status: "pending" }] }],
  });
  expect(await parse("PostToolUse.todo", { tool_details: { phases: "none" } })).toMatchObject({ facts: [] });
});

test("a tool that is called by writing to its device is that tool", async () => {
  const input = { decisions: ["Whole percents."] };
  const device = "xd://mcp__holdfast_session_digest";
  const written = { tool_name: "write", tool_input: { path: device, content: JSON.stringify(input) } };
  for (const call of [written, { tool_name: device, tool_input: input }])
    expect(await parse("PostToolUse.write", call)).toMatchObject({
      facts: [{ type: "own_tool", tool: "session_digest", input }, {}],
    });
  const help = { path: "xd://bash", content: "?" };
  expect(await parse("PostToolUse.write", { tool_input: help })).toMatchObject({ facts: [] });
});

test("T5: a stop after our own continuation says so", async () => {
  expect(await parse("Stop")).toMatchObject({ stopHookActive: false, lastAnswer: "Final answer." });
  expect(await parse("Stop.continued")).toMatchObject({ stopHookActive: true });
});

test("a notice of the client and a skill's command are not the person's words", async () => {
  const prompt = "<system-reminder>\nYou stopped with 1 incomplete todo item(s)\n</system-reminder>";
  expect(await parse("UserPromptSubmit", { prompt })).toMatchObject({ fromClient: true });
  expect(await parse("UserPromptSubmit", { prompt: "/skill:checkpoint before lunch" })).toMatchObject({
    prompt: "before lunch",
  });
});

test("S38: its shells, which pose as Claude Code's, are its own", () => {
  const both = { CLAUDECODE: "1", OMPCODE: "1" };
  expect(findCaller(agents, both, 7)).toEqual({ agent: "oh-my-pi", pid: 7 });
  expect(findCaller(agents, { CLAUDECODE: "1" }, 7)).toEqual({ agent: "claude-code", pid: 7 });
});

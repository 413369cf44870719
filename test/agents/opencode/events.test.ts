import { expect, test } from "vitest";
import { opencode } from "../../../src/agents/opencode/adapter.ts";
import type { HookEnvelope } from "../../../src/kernel/agent/agent.ts";
import { recorded } from "./fixtures.ts";

const ENVELOPE: HookEnvelope = { id: "evt-1", event: "", at: 1, pid: 2 };
const parse = (name: string, change: object = {}) =>
  opencode.parseEvent({ ...recorded(name), ...change }, ENVELOPE);

test("S14: a command that failed, todos without what was cancelled, and a call of our own tool", async () => {
  expect(await parse("PostToolUse.bash")).toMatchObject({
    facts: [
      { type: "command_run", call: "call_3_0", command: "node nothere.js" },
      { type: "outcome", ok: false, text: expect.stringContaining("MODULE_NOT_FOUND") },
    ],
  });
  expect(await parse("PostToolUse.todowrite")).toMatchObject({
    facts: [{ type: "todo_list", todos: [{ content: "Cover empty input", status: "pending" }] }],
  });
  expect(await parse("PostToolUse.holdfast_session_digest")).toMatchObject({
    facts: [{ type: "own_tool", tool: "session_digest", input: { decisions: ["We use tabs."] } }, {}],
  });
});

test("a prompt of the command line comes without the quotes that the client puts around it", async () => {
  expect(await parse("UserPromptSubmit", { prompt: '"fix the bug"' })).toMatchObject({
    prompt: "fix the bug",
  });
  const quoting = '"a" is not "b"';
  expect(await parse("UserPromptSubmit", { prompt: quoting })).toMatchObject({ prompt: quoting });
});

test("T5: a stop after our own continuation says so", async () => {
  expect(await parse("Stop")).toMatchObject({ stopHookActive: false, lastAnswer: "Final answer." });
  expect(await parse("Stop.continued")).toMatchObject({ stopHookActive: true });
});

test("what a person answers and refuses is theirs, in their words", async () => {
  const tool_input = { questions: [{ question: "Tabs?" }, { question: "Width?" }] };
  const tool_response =
    'User has answered your questions: "Tabs?"="Yes, tabs", "Width?"="4". You can now continue with the user\'s answers in mind.';
  const asked = { tool_name: "question", tool_use_id: "q", tool_input, tool_response, is_error: false };
  expect(await parse("PostToolUse.bash", asked)).toMatchObject({
    facts: expect.arrayContaining([
      { type: "answer", call: "q", asked: "Tabs?", text: "Yes, tabs" },
      { type: "answer", call: "q", asked: "Width?", text: "4" },
    ]),
  });
  const refused =
    "The user rejected permission to use this specific tool call with the following feedback: not here";
  expect(await parse("PostToolUse.bash", { tool_response: refused })).toMatchObject({
    facts: expect.arrayContaining([
      { type: "refusal", call: "call_3_0", text: "not here", asked: "node nothere.js" },
    ]),
  });
});

test("S3: the client's summarizer gets a list of what to keep", async () => {
  const event = await parse("PreCompact.manual");
  if (!event) throw new Error("not read");
  expect(opencode.renderReply(event, { context: "Keep todos." })).toBe('{"context":"Keep todos."}');
});

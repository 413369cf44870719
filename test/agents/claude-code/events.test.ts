import { expect, test } from "vitest";
import { parseEvent } from "../../../src/agents/claude-code/events.ts";
import { payloads, recorded } from "./fixtures.ts";

const envelope = { id: "e1", event: "", at: 5 };
const parse = (name: string, change: object = {}) => parseEvent({ ...recorded(name), ...change }, envelope);

test.each(["startup", "resume", "clear", "compact", "fork"])(
  "a session start tells its source %s",
  (source) => {
    expect(parse(`SessionStart.${source}`)).toMatchObject({ kind: "session_start", source });
  },
);

test("a source of a later version still begins a session", () => {
  expect(parse("SessionStart.startup", { source: "teleport" })).toMatchObject({ source: "startup" });
});

test("a prompt comes through word for word, with its id and transcript", () => {
  expect(parse("UserPromptSubmit")).toEqual({
    id: "e1",
    at: 5,
    agent: "claude-code",
    kind: "user_prompt_submit",
    nativeSession: "8ae58c4e-be6b-470b-acf2-f875721bbb60",
    cwd: "/home/user/project",
    transcriptPath:
      "/home/user/.claude/projects/-home-user-project/8ae58c4e-be6b-470b-acf2-f875721bbb60.jsonl",
    promptId: "dec3584d-08e9-46ee-931e-85e3f484a228",
    prompt: "go",
  });
});

test("a plan that is handed over comes without the client's note", () => {
  const plan = "Implement the following plan:\n\n# Plan\n- one";
  const note =
    "\n\nIf you need specific details from before exiting plan mode, read the full transcript at: /t.jsonl";
  expect(parse("UserPromptSubmit", { prompt: plan + note })).toMatchObject({ prompt: plan });
});

test("a batch of tool calls carries inputs and results", () => {
  expect(parse("PostToolBatch")).toMatchObject({
    kind: "tool_use",
    facts: [
      { type: "command_run", call: "toolu_ec2950c7108ea38ebe6b72fd", command: "echo one" },
      { type: "outcome", call: "toolu_ec2950c7108ea38ebe6b72fd", ok: true, text: "one" },
    ],
  });
});

test("a shell's two streams become one text", () => {
  const tool_response = { stdout: "out", stderr: "warned", interrupted: false };
  expect(parse("PostToolUse", { tool_response })).toMatchObject({
    facts: [{ type: "command_run" }, { type: "outcome", ok: true, text: "out\nwarned" }],
  });
});

test("a failed call is recognized in its own event and in a batch", () => {
  expect(parse("PostToolUseFailure", { tool_name: "Edit" })).toMatchObject({
    facts: [
      { type: "file_changed" },
      { type: "outcome", ok: false, text: expect.stringContaining("does not exist") },
    ],
  });
  const call = { tool_name: "Bash", tool_use_id: "t", tool_input: { command: "ls no" } };
  const tool_calls = [{ ...call, tool_response: "Exit code 2\nno such file" }];
  expect(parse("PostToolBatch", { tool_calls })).toMatchObject({
    facts: [{ type: "command_run" }, { type: "outcome", ok: false }],
  });
});

test("how a call with a long output ended is left to the transcript", () => {
  const call = { tool_name: "Bash", tool_use_id: "t", tool_input: { command: "npm test" } };
  const batch = (tool_response: string) =>
    parse("PostToolBatch", { tool_calls: [{ ...call, tool_response }] });
  const run = { type: "command_run", call: "t", command: "npm test" };
  const output = "<persisted-output>\nOutput too large (41KB).\n\nPreview:\n1 failed\n</persisted-output>";
  expect(batch(output)).toHaveProperty("facts", [run]);
  expect(batch("1 passed")).toHaveProperty("facts", [
    run,
    { type: "outcome", call: "t", ok: true, text: "1 passed" },
  ]);
});

test("how reading a file ended is nothing that is waited for", () => {
  const { facts } = parse("PostToolUseFailure") as { facts: unknown[] };
  expect(facts).toEqual([{ type: "file_read", path: expect.any(String) }]);
});

test("a stop shows whether a hook already blocked it, and the running background tasks", () => {
  expect(parse("Stop")).toMatchObject({
    kind: "agent_stop",
    stopHookActive: false,
    lastAnswer: "done after compaction",
    backgroundTasks: 0,
  });
  expect(parse("Stop.stop_hook_active", { background_tasks: [{}, {}] })).toMatchObject({
    stopHookActive: true,
    backgroundTasks: 2,
  });
});

test("reads a compaction's trigger before it and its summary after it", () => {
  expect(parse("PreCompact.auto")).toMatchObject({ kind: "pre_compact", trigger: "auto" });
  expect(parse("PreCompact.manual")).toMatchObject({ trigger: "manual" });
  expect(parse("PostCompact.manual")).toMatchObject({ summary: "The user asked to do a thing; it is done." });
});

test("no event of a subagent is taken for the session's own; only what its tools did is reported", () => {
  for (const { name, payload } of payloads) {
    if (name.startsWith("Subagent")) continue;
    const event = parseEvent({ ...payload, agent_id: "acbcd666da1ac6579" }, envelope);
    expect(event?.kind, name).toBe(name.startsWith("PostTool") ? "subagent_tool_use" : undefined);
    expect(event ?? {}).not.toHaveProperty("transcriptPath");
  }
});

test("the payload's event name wins over the installed one, which serves when there is none", () => {
  const start = recorded("SessionStart.startup");
  expect(parseEvent(start, { ...envelope, event: "Stop" })?.kind).toBe("session_start");
  const { hook_event_name: _, ...nameless } = start;
  expect(parseEvent(nameless, { ...envelope, event: "SessionStart" })?.kind).toBe("session_start");
});

test("SEC-S46: a hostile tool input is bounded and poisons nothing", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`);
  const tool_input = JSON.parse('{"__proto__":{"polluted":true},"text":"","many":[]}');
  Object.assign(tool_input, {
    deep,
    text: "x".repeat(1_000_000),
    many: Array(100_000).fill("y".repeat(100)),
  });
  const event = parse("PostToolUse", { tool_input });
  expect(JSON.stringify(event).length).toBeLessThan(300_000);
  expect({}).not.toHaveProperty("polluted");
});

test("a prompt of any size is cut to a quarter of a million characters, without half a character", () => {
  const event = parse("UserPromptSubmit", { prompt: "😀".repeat(500_000) });
  expect(event?.kind === "user_prompt_submit" && event.prompt.length).toBe(262_143);
  expect(JSON.stringify(event)).not.toContain("\\ud83d");
});

test("D31: work that goes to a subagent or comes back is an event of the session; the client's own summarizer is none", () => {
  const session = {
    kind: "subagent",
    nativeSession: "49d6f1ba-c84b-4016-9bc1-e5a6b42062f7",
    subagent: "general-purpose",
  };
  expect(parse("SubagentStart")).toMatchObject({ ...session, phase: "start" });
  expect(parse("SubagentStop")).toMatchObject({ ...session, phase: "stop" });
  expect(parse("SubagentStop.compaction-summariser")).toBeUndefined();
});

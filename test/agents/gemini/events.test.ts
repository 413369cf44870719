import { describe, expect, test } from "vitest";
import { gemini } from "../../../src/agents/gemini/adapter.ts";
import { parseEvent } from "../../../src/agents/gemini/events.ts";
import type { AgentEvent } from "../../../src/kernel/agent/agent-event.ts";
import { recorded } from "./fixtures.ts";

const envelope = { id: "evt-1", event: "", at: 1 };
const parse = (name: string, change: object = {}) => parseEvent({ ...recorded(name), ...change }, envelope);

function reply(name: string, given: Parameters<typeof gemini.renderReply>[1]) {
  const text = gemini.renderReply(parse(name) as AgentEvent, given);
  return text === "" ? "" : JSON.parse(text);
}

describe("events of the client's hooks", () => {
  test("Gemini 1: a compression before every model call is none unless the window is half full", () => {
    expect(parse("PreCompress.auto")).toMatchObject({ trigger: "auto", fromTokens: 524_288 });
    expect(parse("PreCompress.manual")).not.toHaveProperty("fromTokens");
  });

  test("a prompt contains only the person's text, without a hook's addition", () => {
    expect(parse("BeforeAgent")).toMatchObject({ prompt: "do the task" });
  });

  test("Gemini 6: a stop shows whether it follows a blocked one", () => {
    expect(parse("AfterAgent.first")).toMatchObject({
      stopHookActive: false,
      lastAnswer: "working\nfirst answer",
    });
    expect(parse("AfterAgent.retry")).toMatchObject({ stopHookActive: true });
  });

  test("a turn that Esc ended has no answer", () => {
    expect(parse("AfterAgent.first", { prompt_response: "[no response text]" })).not.toHaveProperty(
      "lastAnswer",
    );
  });

  test("a tool call is in the transcript; one of an MCP tool by the event as well", () => {
    expect(parse("AfterTool.write_file")).toMatchObject({ kind: "tool_use", facts: [], inTranscript: true });
    expect(parse("AfterTool.mcp_stub_ping", { tool_name: "mcp_holdfast_recall" })).toMatchObject({
      facts: [
        { type: "own_tool", tool: "recall", input: { x: "1" } },
        { type: "outcome", ok: true },
      ],
    });
    expect(parse("AfterTool.mcp_stub_ping")).toMatchObject({ facts: [] });
  });

  test("D35: the command of a call is known, before which a checkpoint may be due", () => {
    const call = { tool_name: "run_shell_command", tool_input: { command: "rm -rf build" } };
    expect(parse("AfterTool.write_file", call)).toMatchObject({ facts: [], command: "rm -rf build" });
    expect(parse("AfterTool.write_file")).not.toHaveProperty("command");
  });

  test("D31: work goes to a subagent, and comes back, by the call of a tool; before other calls nothing is reported", () => {
    const call = { tool_name: "invoke_agent", tool_input: { agent_name: "generalist", prompt: "Look." } };
    const before = { hook_event_name: "BeforeTool" };
    const handoff = { kind: "subagent", subagent: "generalist" };
    expect(parse("AfterTool.write_file", { ...call, ...before })).toMatchObject({
      ...handoff,
      phase: "start",
    });
    expect(parse("AfterTool.write_file", call)).toMatchObject({ ...handoff, phase: "stop" });
    expect(parse("AfterTool.write_file", before)).toBeUndefined();
  });

  test("a start of a kind that is not known yet is a start", () => {
    expect(parse("SessionStart.startup", { source: "teleport" })).toMatchObject({ source: "startup" });
  });
});

describe("what it receives", () => {
  test("Gemini 3: context is delivered with the prompt, never at the start", () => {
    expect(reply("BeforeAgent", { context: "C" })).toEqual({
      hookSpecificOutput: { hookEventName: "BeforeAgent", additionalContext: "C" },
    });
    expect(reply("SessionStart.startup", { context: "C" })).toBe("");
    expect(gemini.capabilities).toMatchObject({ injectAtStart: false, injectAtPrompt: true });
  });

  test("T7: a stop is refused with a reason for the agent and a line for the person", () => {
    expect(reply("AfterAgent.first", { block: { reason: "Save first." } })).toEqual({
      decision: "deny",
      reason: "Save first.",
      systemMessage: expect.stringContaining("Holdfast"),
    });
    expect(reply("SessionStart.startup", { block: { reason: "x" } })).toBe("");
  });

  test("Gemini 9: nothing to say prints nothing, for plain text would be shown", () => {
    for (const name of [
      "SessionStart.startup",
      "BeforeAgent",
      "AfterAgent.first",
      "PreCompress.auto",
      "SessionEnd.exit",
    ])
      expect(reply(name, {})).toBe("");
    expect(reply("PreCompress.manual", { context: "C" })).toBe("");
  });
});

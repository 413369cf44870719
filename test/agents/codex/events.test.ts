import { describe, expect, test } from "vitest";
import * as z from "zod";
import { codex } from "../../../src/agents/codex/adapter.ts";
import { parseEvent } from "../../../src/agents/codex/events.ts";
import type { AgentEvent, Reply } from "../../../src/kernel/agent/agent-event.ts";
import { outputSchema, payloads, recorded } from "./fixtures.ts";

const envelope = { id: "evt-1", event: "", at: 1 };
const parse = (name: string, change: object = {}) => parseEvent({ ...recorded(name), ...change }, envelope);

describe("events of the client's hooks", () => {
  test("Codex 3: a start is reported with its source, whichever it is", () => {
    for (const source of ["startup", "resume", "clear", "compact", "fork"])
      expect(parse(`SessionStart.${source}`)).toMatchObject({
        kind: "session_start",
        source,
        model: "fake-model",
      });
    expect(parse("SessionStart.startup", { source: "teleport" })).toMatchObject({ source: "startup" });
  });

  test("Codex 2: who it is comes from the payload, not from an environment that may be another's", () => {
    const saved = { ...process.env };
    process.env["CODEX_SESSION_ID"] = "another";
    process.env["TMUX_PANE"] = "%99";
    try {
      expect(parse("UserPromptSubmit")).toMatchObject({
        nativeSession: recorded("UserPromptSubmit")["session_id"],
      });
      expect(JSON.stringify(parse("UserPromptSubmit"))).not.toMatch(/another|%99/);
    } finally {
      process.env = saved;
    }
  });

  test("Codex 6: a stop shows whether it follows a blocked one", () => {
    expect(parse("Stop.first")).toMatchObject({ stopHookActive: false, lastAnswer: "first answer" });
    expect(parse("Stop.retry")).toMatchObject({ stopHookActive: true });
  });

  test("how a command ended is in the transcript alone; a call of an MCP tool is complete", () => {
    // D35: the command itself is known, before which a checkpoint may be due.
    expect(parse("PostToolUse.Bash")).toMatchObject({
      kind: "tool_use",
      facts: [],
      inTranscript: true,
      command: "echo hi",
    });
    const own = { tool_name: "mcp__holdfast__recall" };
    expect(parse("PostToolUse.mcp__stub__ping", own)).toMatchObject({
      facts: [
        { type: "own_tool", call: "call_1_2", tool: "recall", input: { x: "1" } },
        { type: "outcome", call: "call_1_2", ok: true },
      ],
    });
    expect(parse("PostToolUse.mcp__stub__ping")).toMatchObject({ facts: [] });
  });

  test("D31: work that goes to a subagent or comes back is an event of the session, without the subagent's transcript", () => {
    const start = parse("SubagentStart");
    expect(start).toMatchObject({ kind: "subagent", phase: "start", subagent: "default" });
    expect(start?.nativeSession).toBe(recorded("SubagentStart")["session_id"]);
    expect(start).not.toHaveProperty("transcriptPath");
    expect(parse("SubagentStop.first")).toMatchObject({ kind: "subagent", phase: "stop" });
  });

  test("a session that keeps no transcript, and a subagent's event", () => {
    expect(parse("UserPromptSubmit", { transcript_path: null })).not.toHaveProperty("transcriptPath");
    expect(parse("Stop.first", { agent_id: "a" })).toBeUndefined();
  });
});

const REPLIES: readonly Reply[] = [
  { context: "C" },
  { context: "x".repeat(50_000), notice: "n".repeat(9_000) },
  { block: { reason: "Run the tests.", quiet: true } },
  { block: { reason: "Run the tests." }, context: "C", notice: "N" },
];

describe("what it receives", () => {
  test("Codex 7: no answer has a field that the client's own schema does not know", () => {
    const answered = new Set<string>();
    for (const { name, payload } of payloads) {
      const event = parseEvent(payload, envelope);
      if (!event) continue;
      const schema = outputSchema(name.split(".")[0] ?? "");
      for (const reply of REPLIES) {
        const text = codex.renderReply(event as AgentEvent, reply);
        if (text === "") continue;
        if (!schema) throw new Error(`${name} takes no answer`);
        expect(z.fromJSONSchema(schema as never).safeParse(JSON.parse(text))).toMatchObject({
          success: true,
        });
        answered.add(name.split(".")[0] ?? "");
      }
    }
    expect([...answered].toSorted()).toEqual(["SessionStart", "Stop", "UserPromptSubmit"]);
  });

  test("Codex 8: context always stays below the length at which the client cuts", () => {
    const text = codex.renderReply(parse("SessionStart.compact") as AgentEvent, {
      context: "x".repeat(50_000),
    });
    expect(JSON.parse(text).hookSpecificOutput.additionalContext).toHaveLength(10_000);
  });

  test("Codex 6: a block is a decision with its reason; a compaction is never stopped", () => {
    const block = { reason: "Save first." };
    expect(JSON.parse(codex.renderReply(parse("Stop.first") as AgentEvent, { block }))).toEqual({
      decision: "block",
      reason: "Save first.",
    });
    expect(codex.renderReply(parse("PreCompact.auto") as AgentEvent, { context: "C", block })).toBe("");
  });
});

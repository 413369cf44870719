import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "../../../src/kernel/agent/agent.ts";
import type { AgentEvent } from "../../../src/kernel/agent/agent-event.ts";
import { nextTodoTool } from "../../../src/recovery/record/next-todo-tool.ts";

const TOOL = { name: "update_plan", item: "step" };
const agents = [
  { name: "claude-code" },
  { name: "codex", todos: { tool: TOOL } },
] as unknown as readonly AgentAdapter[];

const toolFor = (agent: string, worked: { agent: string } | undefined) =>
  nextTodoTool({ agents }, worked, { agent } as AgentEvent);

describe("the tool that the next agent keeps todos with", () => {
  test("is named to another agent than the one that worked", () => {
    expect(toolFor("codex", { agent: "claude-code" })).toEqual(TOOL);
    expect(toolFor("codex", undefined)).toEqual(TOOL);
  });

  test("is not named to the agent that worked, and none has no name", () => {
    expect(toolFor("codex", { agent: "codex" })).toBeUndefined();
    expect(toolFor("claude-code", { agent: "codex" })).toBeUndefined();
    expect(toolFor("unknown", { agent: "codex" })).toBeUndefined();
  });
});

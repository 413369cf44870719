import { describe, expect, test } from "vitest";
import { client as claudeCode } from "../../src/agents/claude-code/tools.ts";
import { client as codex } from "../../src/agents/codex/tools.ts";
import { client as gemini } from "../../src/agents/gemini/tools.ts";
import { client as opencode } from "../../src/agents/opencode/tools.ts";
import { agents } from "../../src/agents/registry.ts";
import type { TodoItem } from "../../src/kernel/agent/tool-fact.ts";

const TODOS = [
  { content: "open the file", status: "completed" },
  { content: "parse the header", status: "in_progress" },
  { content: 'quote "fields"', status: "pending" },
] as const;

const formsOf = async (name: string, todos: readonly TodoItem[] = TODOS) =>
  (await agents.find((agent) => agent.name === name)?.todos?.forms?.(todos)) ?? [];

describe("D42: a todo list goes back in the form that the client's own tool takes", () => {
  test.each([
    ["claude-code", claudeCode.readCall],
    ["codex", codex.readCall],
    ["gemini", gemini.readCall],
    ["opencode", opencode.readCall],
  ])("%s: what the tool is called with is read as the same list", async (name, readCall) => {
    const [
      {
        tool,
        calls: [input],
      } = { tool: "", calls: [] },
    ] = await formsOf(name);
    expect(readCall({ id: "call-1", name: tool, input })).toEqual([
      { type: "todo_list", call: "call-1", todos: TODOS },
    ]);
  });

  test("claude-code: versions that keep tasks get one call for each that is left", async () => {
    const [, tasks] = await formsOf("claude-code");
    const facts = tasks?.calls.flatMap((input) =>
      claudeCode.readCall({ id: "call-1", name: tasks.tool, input }),
    );
    expect(facts).toEqual([
      { type: "task_added", call: "call-1", content: "parse the header" },
      { type: "task_added", call: "call-1", content: 'quote "fields"' },
    ]);
  });

  test("oh-my-pi: a list of phases, then what is done and what is in progress", async () => {
    expect(await formsOf("oh-my-pi")).toEqual([
      {
        tool: "todo",
        calls: [
          {
            op: "init",
            list: [
              { phase: "Done", items: ["open the file"] },
              { phase: "To do", items: ["parse the header", 'quote "fields"'] },
            ],
          },
          { op: "done", phase: "Done" },
          { op: "start", task: "parse the header" },
        ],
      },
    ]);
  });

  test("oh-my-pi: equal todos, which its tool would refuse, are one", async () => {
    const [form] = await formsOf("oh-my-pi", [
      { content: "test", status: "pending" },
      { content: "test", status: "pending" },
    ]);
    expect(form?.calls).toEqual([{ op: "init", list: [{ phase: "To do", items: ["test"] }] }]);
  });

  test("pi has no such tool", async () => {
    expect(await formsOf("pi")).toEqual([]);
  });
});

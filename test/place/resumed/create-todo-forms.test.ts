import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "../../../src/kernel/agent/agent.ts";
import { createTodoForms } from "../../../src/place/resumed/create-todo-forms.ts";

const adapter = (name: string, forms?: NonNullable<AgentAdapter["todos"]>["forms"]) =>
  ({ name, ...(forms ? { todos: { forms } } : {}) }) as AgentAdapter;
const agents = [
  adapter("without"),
  adapter("codex", async (todos) => [{ tool: "plan", calls: todos.map((todo) => ({ ...todo })) }]),
];
const handBack = (agent: string | undefined, todos: Parameters<typeof createTodoForms>[1]) =>
  createTodoForms(
    { agents, caller: { cwd: "/p", agent } as Parameters<typeof createTodoForms>[0]["caller"] },
    todos,
  );

describe("D42: the todo list for the tool of the client that asks", () => {
  test("has at most one todo in progress, the first", async () => {
    const todos = [
      { content: "a", status: "completed" as const },
      { content: "b", status: "in_progress" as const },
      { content: "c", status: "pending" as const },
      { content: "d", status: "in_progress" as const },
    ];
    expect(await handBack("codex", todos)).toEqual([
      { tool: "plan", calls: todos.with(3, { content: "d", status: "pending" }) },
    ]);
  });

  test("is empty where nothing is left to do, no client asks, or it has no such tool", async () => {
    const open = [{ content: "a", status: "pending" as const }];
    expect(await handBack("codex", [{ content: "a", status: "completed" }])).toEqual([]);
    expect(await handBack("codex", [])).toEqual([]);
    expect(await handBack("without", open)).toEqual([]);
    expect(await handBack("unknown", open)).toEqual([]);
    expect(await handBack(undefined, open)).toEqual([]);
  });
});

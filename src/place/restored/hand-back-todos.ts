import type { TodoForm } from "../../kernel/agent/agent.ts";
import type { Context } from "../../kernel/context.ts";
import type { ShownWork } from "../../recovery/work/show-work.ts";

/**
 * D42: the todo list as the tools of the client take it that asks, so that its model only has to call them. Empty where
 * no client asks, where it has no such tool, and where nothing is left to do.
 */
export async function handBackTodos(
  { agents, caller }: Pick<Context, "agents" | "caller">,
  todos: ShownWork["todos"],
): Promise<TodoForm[]> {
  const adapter = agents.find(({ name }) => name === caller.agent);
  if (!adapter?.todoForms || todos.every(({ status }) => status === "completed")) return [];
  return await adapter.todoForms(oneInProgress(todos));
}

/** Some clients refuse a list with more. */
function oneInProgress(todos: ShownWork["todos"]): ShownWork["todos"] {
  const first = todos.findIndex(({ status }) => status === "in_progress");
  return todos.map(({ content, status }, index) => ({
    content,
    status: status === "in_progress" && index !== first ? "pending" : status,
  }));
}

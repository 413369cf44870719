import type { TodoForm } from "../../kernel/agent/agent.ts";
import type { Context } from "../../kernel/context.ts";
import type { ShownWork } from "../../recovery/work/show-work.ts";

/**
 * Converts the todo list to calls of the asking client's own tools, so that its model only has to make them (D42).
 * Empty if no client asks, if it has no such tool, or if nothing is left to do.
 */
export async function createTodoForms(
  { agents, caller }: Pick<Context, "agents" | "caller">,
  todos: ShownWork["todos"],
): Promise<TodoForm[]> {
  const adapter = agents.find(({ name }) => name === caller.agent);
  if (!adapter?.todos?.forms || todos.every(({ status }) => status === "completed")) return [];
  return await adapter.todos.forms(oneInProgress(todos));
}

/** Sets all but the first todo in progress to pending, since some clients reject a list with several. */
function oneInProgress(todos: ShownWork["todos"]): ShownWork["todos"] {
  const first = todos.findIndex(({ status }) => status === "in_progress");
  return todos.map(({ content, status }, index) => ({
    content,
    status: status === "in_progress" && index !== first ? "pending" : status,
  }));
}

import * as z from "zod";
import type { TodoForm } from "../../kernel/agent/agent.ts";
import type { TodoItem, TodoStatus, ToolFact } from "../../kernel/agent/tool-fact.ts";
import { boundedValue } from "../bounded.ts";
import type { ToolResult } from "../tool-facts.ts";

const Todos = z.object({
  phases: z.array(z.object({ tasks: z.array(z.object({ content: z.string(), status: z.string() })) })),
});
const STATUSES: ReadonlyMap<string, TodoStatus> = new Map([
  ["pending", "pending"],
  ["blocked", "pending"],
  ["in_progress", "in_progress"],
  ["completed", "completed"],
]);

/** The whole list, from the result of the `todo` tool. */
export function todosIn({ ok, details }: ToolResult): ToolFact[] {
  const phases = ok ? Todos.safeParse(boundedValue(details)).data?.phases : undefined;
  if (!phases) return [];
  const todos = phases.flatMap(({ tasks }) => tasks.flatMap(todoOf));
  return [{ type: "todo_list", todos }];
}

/** An abandoned task is no longer a todo. */
function todoOf({ content, status: said }: { content: string; status: string }): TodoItem[] {
  const status = STATUSES.get(said);
  return status ? [{ content, status }] : [];
}

/**
 * The tool takes a list of phases in which nothing is done yet, then further calls that update tasks. It identifies
 * tasks by their text, so duplicates are merged.
 */
export function todoForms(todos: readonly TodoItem[]): TodoForm[] {
  const isDone = ({ status }: TodoItem) => status === "completed";
  const done = namesOf(todos.filter(isDone));
  const left = namesOf(todos.filter((todo) => !isDone(todo))).filter((name) => !done.includes(name));
  const current = todos.find(({ status }) => status === "in_progress")?.content;
  const phases = [
    { phase: "Done", items: done },
    { phase: "To do", items: left },
  ];
  const calls = [
    { op: "init", list: phases.filter(({ items }) => items.length > 0) },
    ...(done.length > 0 ? [{ op: "done", phase: "Done" }] : []),
    ...(current !== undefined && left.includes(current) ? [{ op: "start", task: current }] : []),
  ];
  return [{ tool: "todo", calls }];
}

function namesOf(todos: readonly TodoItem[]): string[] {
  return [...new Set(todos.map(({ content }) => content))];
}

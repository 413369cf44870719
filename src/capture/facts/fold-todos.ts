import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import type { Capture } from "../../kernel/capture.ts";
import { keepTodos, todoKey } from "./keep-todos.ts";

type Todo = Capture["todos"][number];
type TodoFact = Extract<ToolFact, { type: "todo_list" | "task_added" | "task_named" | "task_changed" }>;
type Fact<T extends TodoFact["type"]> = Extract<TodoFact, { type: T }>;

export function isTodoFact<F extends ToolFact>(fact: F): fact is F & TodoFact {
  return fact.type === "todo_list" || fact.type.startsWith("task_");
}

/** Applies a new list, or a change to one task. */
export function foldTodos(todos: readonly Todo[], fact: TodoFact): Todo[] {
  switch (fact.type) {
    case "todo_list":
      return keepTodos(fact.todos);
    case "task_added":
      return keepTodos(addTask(todos, fact));
    case "task_named":
      return todos.map((todo) => (todo.task === fact.call ? { ...todo, task: fact.task } : todo));
    case "task_changed":
      return keepTodos(todos.flatMap((todo) => (todo.task === fact.task ? changeTask(todo, fact) : [todo])));
  }
}

/**
 * A call that is reported twice adds only one task. A todo of unknown origin that is still open, such as one that the
 * agent wrote as text, becomes the task.
 */
function addTask(todos: readonly Todo[], { call, content }: Fact<"task_added">): Todo[] {
  const id = call.slice(0, 200);
  if (todos.some((todo) => todo.call === id)) return [...todos];
  const place = todos.findIndex((todo) => isOpenNamesake(todo, content));
  const task = { content, status: "pending", task: id, ...todos[place], call: id } as const;
  return place === -1 ? [...todos, task] : todos.with(place, task);
}

function isOpenNamesake(todo: Todo, content: string): boolean {
  return todo.call === undefined && todo.status !== "completed" && todoKey(todo.content) === todoKey(content);
}

function changeTask(
  todo: Todo,
  { status = todo.status, content = todo.content }: Fact<"task_changed">,
): Todo[] {
  return status === "deleted" ? [] : [{ ...todo, content, status }];
}

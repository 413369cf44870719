import * as z from "zod";
import type { Capture } from "./capture-state.ts";

type Todo = Capture["todos"][number];

const Status = z.enum(["pending", "in_progress", "completed"]);
/** Claude Code's TodoWrite, Codex's update_plan, Gemini's write_todos: the same list under different names. */
const TodoInput = z.union([
  z
    .object({ todos: z.array(z.object({ content: z.string(), status: Status })) })
    .transform(({ todos }) => todos),
  z
    .object({ plan: z.array(z.object({ step: z.string(), status: Status })) })
    .transform(({ plan }) => plan.map(({ step, status }) => ({ content: step, status }))),
  z
    .object({ todos: z.array(z.object({ description: z.string(), status: Status })) })
    .transform(({ todos }) => todos.map(({ description, status }) => ({ content: description, status }))),
]);
const TODO_TOOLS = /^(?:TodoWrite|update_plan|write_todos)$/;

/** The whole list that a todo tool was given; undefined for another tool. */
export function todosOfTool(name: string, input: unknown): Todo[] | undefined {
  if (!TODO_TOOLS.test(name)) return undefined;
  const parsed = TodoInput.safeParse(input);
  return parsed.success ? parsed.data : undefined;
}

const BOX = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX~>-])\]\s+(.+?)\s*$/gm;

/** Task lists that an agent writes as text: the newest state of each item wins, the others stay. */
export function mergeWrittenTodos(todos: readonly Todo[], answer: string): Todo[] {
  const merged = new Map(todos.map((todo) => [todo.content, todo]));
  for (const [, box = " ", content = ""] of answer.matchAll(BOX)) {
    const status = /x/i.test(box) ? "completed" : box === " " ? "pending" : "in_progress";
    merged.set(content, { content, status });
  }
  return [...merged.values()];
}

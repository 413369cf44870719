import * as z from "zod";
import type { TodoItem, TodoStatus, ToolFact } from "../../kernel/tool-fact.ts";
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

/** The whole list, as the result of the tool `todo` has it. */
export function todosIn({ ok, details }: ToolResult): ToolFact[] {
  const phases = ok ? Todos.safeParse(boundedValue(details)).data?.phases : undefined;
  if (!phases) return [];
  const todos = phases.flatMap(({ tasks }) => tasks.flatMap(todoOf));
  return [{ type: "todo_list", todos }];
}

/** What was given up is no todo any more. */
function todoOf({ content, status: said }: { content: string; status: string }): TodoItem[] {
  const status = STATUSES.get(said);
  return status ? [{ content, status }] : [];
}

import * as z from "zod";
import type { TodoForm } from "../../kernel/agent/agent.ts";
import { TODO_STATUSES, type TodoItem, type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { shownExitCode, withExitCode } from "../exit-code.ts";
import {
  type ClientTools,
  factsOfCall,
  outcomeOf,
  readCommand,
  readFiles,
  readQuestions,
  type ToolCall,
  type ToolResult,
} from "../tool-facts.ts";
import { ASK, readUserResponse } from "./transcript/user-response.ts";

const READERS: ClientTools["readers"] = new Map([
  ["read_file", readFiles("file_read", "file_path", "absolute_path")],
  ["write_file", readFiles("file_changed", "file_path")],
  ["replace", readFiles("file_changed", "file_path")],
  ["run_shell_command", readCommand],
  ["write_todos", readTodos],
  [ASK, readQuestions],
]);

const OWN_TOOL = /^mcp_holdfast_(\w+)$/;

/** Converts a tool call to facts, before its result is known. */
export function readCall(call: ToolCall): ToolFact[] {
  return factsOfCall(call, { readers: READERS, ownTool: OWN_TOOL });
}

/** Below the output of a command, unless a signal ended it. */
const EXITED = /^Exit Code: (\d+)$/gm;

export function readResult(call: ToolCall, result: ToolResult): ToolFact[] {
  const code = result.ok ? undefined : shownExitCode(result.text, EXITED);
  const outcome = { ...result, text: withExitCode(result.text, code) };
  return [outcomeOf(call.id, outcome), ...readUserResponse(call, result.text)];
}

const Todos = z.object({
  todos: z.array(
    z.object({ description: z.string(), status: z.enum([...TODO_STATUSES, "cancelled", "blocked"]) }),
  ),
});

function readTodos(call: string, input: unknown): ToolFact[] {
  const { todos } = Todos.safeParse(input).data ?? {};
  return todos === undefined ? [] : [{ type: "todo_list", call, todos: todos.flatMap(todoOf) }];
}

function todoOf({ description: content, status }: z.infer<typeof Todos>["todos"][number]): TodoItem[] {
  if (status === "cancelled") return [];
  return [{ content, status: status === "blocked" ? "pending" : status }];
}

/** The inverse of `readTodos`. */
export function todoForms(list: readonly TodoItem[]): TodoForm[] {
  const todos = list.map(({ content, status }) => ({ description: content, status }));
  return [{ tool: "write_todos", calls: [{ todos }] }];
}

import * as z from "zod";
import type { TodoForm } from "../../kernel/agent/agent.ts";
import { TODO_STATUSES, type TodoItem, type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { withExitCode } from "../exit-code.ts";
import type { HookClient } from "../hook-events.ts";
import {
  type ClientTools,
  type EndedCall,
  factsOfCall,
  outcomeOf,
  readCommand,
  readFiles,
  readQuestions,
  type ToolCall,
  type ToolResult,
} from "../tool-facts.ts";
import { typedPrompt } from "./prompts.ts";
import { readUserResponse } from "./transcript/user-response.ts";

const READERS: ClientTools["readers"] = new Map([
  ["read", readFiles("file_read", "filePath")],
  ["write", readFiles("file_changed", "filePath")],
  ["edit", readFiles("file_changed", "filePath")],
  ["bash", readCommand],
  ["todowrite", readTodos],
  ["question", readQuestions],
]);

const OWN_TOOL = /^holdfast_(\w+)$/;

/** Converts a tool call to facts, before its result is known. */
export function readCall(call: ToolCall): ToolFact[] {
  return factsOfCall(call, { readers: READERS, ownTool: OWN_TOOL });
}

const Ended = z.object({ exit: z.number().nullish().catch(undefined) });

export function readResult(call: EndedCall, result: ToolResult): ToolFact[] {
  const { exit } = Ended.safeParse(result.details).data ?? {};
  const outcome = { ...result, text: withExitCode(result.text, exit) };
  return [outcomeOf(call.id, outcome), ...readUserResponse(call, result)];
}

const Todos = z.object({
  todos: z.array(z.object({ content: z.string(), status: z.enum([...TODO_STATUSES, "cancelled"]) })),
});

function readTodos(call: string, input: unknown): ToolFact[] {
  const { todos } = Todos.safeParse(input).data ?? {};
  if (todos === undefined) return [];
  const left = todos.flatMap(({ content, status }) => (status === "cancelled" ? [] : [{ content, status }]));
  return [{ type: "todo_list", call, todos: left }];
}

/** What the readers of events and of the database need to know about this client. */
export const client: HookClient = { agent: "opencode", readCall, readResult, typedPrompt };

/** The inverse of `readTodos`. The client requires a priority, which our todos do not have. */
export function todoForms(list: readonly TodoItem[]): TodoForm[] {
  const todos = list.map(({ content, status }) => ({ content, status, priority: "medium" }));
  return [{ tool: "todowrite", calls: [{ todos }] }];
}

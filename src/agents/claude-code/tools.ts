import * as z from "zod";
import type { TodoForm } from "../../kernel/agent/agent.ts";
import { TODO_STATUSES, type TodoItem, type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { defineClient } from "../define-client.ts";
import {
  type ClientTools,
  type EndedCall,
  outcomeOf,
  readCommand,
  readFiles,
  readTodos,
  type ToolResult,
} from "../tool-facts.ts";
import { readQuestions } from "../user-words.ts";
import { CLIENT_TEXTS, summaryText } from "./prompts.ts";
import { readUserResponse } from "./transcript/user-response.ts";

const READERS: ClientTools["readers"] = new Map([
  ["Read", readFiles("file_read", "file_path")],
  ["NotebookRead", readFiles("file_read", "notebook_path")],
  ["Edit", readFiles("file_changed", "file_path")],
  ["MultiEdit", readFiles("file_changed", "file_path")],
  ["Write", readFiles("file_changed", "file_path")],
  ["NotebookEdit", readFiles("file_changed", "notebook_path")],
  ["Bash", readCommand],
  ["TodoWrite", readTodos("todos", "content")],
  ["TaskCreate", readNewTask],
  ["TaskUpdate", readTaskChange],
  ["AskUserQuestion", readQuestions],
]);

/** What the readers of events and session files need to know. Our server is connected directly or through the plugin. */
export const client = defineClient({
  agent: "claude-code",
  tools: { readers: READERS, ownTool: /^mcp__(?:plugin_holdfast_)?holdfast__(\w+)$/ },
  texts: CLIENT_TEXTS,
  readResult,
  summaryText,
});

/** How a call ended, and facts that only its result contains. */
function readResult(call: EndedCall, result: ToolResult): ToolFact[] {
  if (NOT_RUN.test(result.text)) return [];
  const { id } = call;
  const [, task] = /^Task #(\w+) created/.exec(result.text) ?? [];
  return [
    outcomeOf(id, { ...result, ok: result.ok && !isUnknownTask(call, result) }),
    ...(task === undefined ? [] : [{ type: "task_named", call: id, task } as const]),
    ...readUserResponse(call, result),
  ];
}

/** The client writes this for a call that it skipped because another call of the same message failed. */
const NOT_RUN = /^<tool_use_error>Sibling tool call errored/;

/** The client does not mark a change of a task that does not exist as an error. */
function isUnknownTask({ name }: EndedCall, { text }: ToolResult): boolean {
  return name === "TaskUpdate" && /^Task (?:#?\S+ )?not found/.test(text);
}

const NewTask = z.object({ subject: z.string().min(1).max(2_000) });
const TaskChange = z.object({
  taskId: z.coerce.string().max(200),
  status: z
    .enum([...TODO_STATUSES, "deleted"])
    .optional()
    .catch(undefined),
  subject: z.string().min(1).max(2_000).optional().catch(undefined),
});

function readNewTask(call: string, input: unknown): ToolFact[] {
  const { subject } = NewTask.safeParse(input).data ?? {};
  return subject === undefined ? [] : [{ type: "task_added", call, content: subject }];
}

function readTaskChange(call: string, input: unknown): ToolFact[] {
  const { taskId: task, status, subject } = TaskChange.safeParse(input).data ?? {};
  if (task === undefined) return [];
  return [
    {
      type: "task_changed",
      call,
      task,
      ...(subject === undefined ? {} : { content: subject }),
      ...(status === undefined ? {} : { status }),
    },
  ];
}

/** One list, or, for versions that keep tasks, one call for each task that is left. */
export function todoForms(list: readonly TodoItem[]): TodoForm[] {
  const todos = list.map(({ content, status }) => ({ content, status, activeForm: content }));
  const left = list.filter(({ status }) => status !== "completed");
  const tasks = left.map(({ content }) => ({ subject: content, description: content }));
  return [
    { tool: "TodoWrite", calls: [{ todos }] },
    { tool: "TaskCreate", calls: tasks },
  ];
}

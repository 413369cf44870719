export const TODO_STATUSES = ["pending", "in_progress", "completed"] as const;
export type TodoStatus = (typeof TODO_STATUSES)[number];

export interface TodoItem {
  content: string;
  status: TodoStatus;
}

/**
 * What an agent did with a tool, independent of the client's tool names and input shapes. `call` is the client's id of
 * the tool call, the same in hooks and in the transcript. An `outcome` has the id of the call that it completes.
 */
export type ToolFact =
  | { type: "file_read"; path: string }
  | { type: "file_changed"; call: string; path: string }
  /** `cwd` is where it ran, if the client says so. */
  | { type: "command_run"; call: string; command: string; cwd?: string }
  /** Replaces the whole list. A change without a `call` has been accepted by the client. */
  | { type: "todo_list"; call?: string; todos: TodoItem[] }
  /** From clients that manage tasks individually. A task is identified by its call until the client assigns an id. */
  | { type: "task_added"; call: string; content: string }
  | { type: "task_named"; call: string; task: string }
  | { type: "task_changed"; call?: string; task: string; content?: string; status?: TodoStatus | "deleted" }
  /** The agent asks the user and waits. */
  | { type: "question"; call: string; text: string }
  /** What the user answered. `asked` is the question, if the client repeats it. */
  | { type: "answer"; call: string; text: string; asked?: string }
  /** The user refused a call; `text` is the reason, or "". `asked` describes the refused call, if it is known. */
  | { type: "refusal"; call: string; text: string; asked?: string }
  /** A plan that the user approved. */
  | { type: "plan"; call: string; text: string }
  /** A call to a tool of Holdfast's MCP server; `tool` is its name there. */
  | { type: "own_tool"; call: string; tool: string; input: unknown }
  | { type: "outcome"; call: string; ok: boolean; text: string };

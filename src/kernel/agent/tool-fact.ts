export const TODO_STATUSES = ["pending", "in_progress", "completed"] as const;
export type TodoStatus = (typeof TODO_STATUSES)[number];

export interface TodoItem {
  content: string;
  status: TodoStatus;
}

/**
 * What an agent did with a tool, in Holdfast's own terms: no tool's name and no input's shape of a client. `call` is the
 * client's id of the tool call, the same in its hooks and in its transcript; the `outcome` names the call that it ends.
 */
export type ToolFact =
  | { type: "file_read"; path: string }
  | { type: "file_changed"; call: string; path: string }
  | { type: "command_run"; call: string; command: string }
  /** The whole list. */
  | { type: "todo_list"; todos: TodoItem[] }
  /** Clients that keep tasks one by one: a task is known by its call until the client gives it an id. */
  | { type: "task_added"; call: string; content: string }
  | { type: "task_named"; call: string; task: string }
  | { type: "task_changed"; task: string; content?: string; status?: TodoStatus | "deleted" }
  /** The agent asks the user and waits. */
  | { type: "question"; call: string; text: string }
  /** What the user answered; `asked` is the question where the client repeats it. */
  | { type: "answer"; call: string; text: string; asked?: string }
  /** The user refused a call: their reason, or "" for none. `asked` says what was refused where the call is at hand. */
  | { type: "refusal"; call: string; text: string; asked?: string }
  /** A plan that the user approved. */
  | { type: "plan"; call: string; text: string }
  /** A tool of Holdfast's own MCP server, by its name there. */
  | { type: "own_tool"; call: string; tool: string; input: unknown }
  | { type: "outcome"; call: string; ok: boolean; text: string };

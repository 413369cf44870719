import * as z from "zod";
import { TODO_STATUSES, type TodoItem, type ToolFact } from "../kernel/agent/tool-fact.ts";
import { fieldOf } from "./blocks.ts";
import { boundedText, boundedValue, withLineFeeds } from "./bounded.ts";

/** A tool call as agents report it, in hooks and in transcripts. */
export interface ToolCall {
  id: string;
  name: string;
  input?: unknown;
}

/** What is known of a call when its result arrives. */
export type EndedCall = Pick<ToolCall, "id"> & Partial<ToolCall>;

export interface ToolResult {
  ok: boolean;
  text: string;
  /** Structured data that the client stores with the text. */
  details?: unknown;
}

type ReadTool = (call: string, input: unknown) => ToolFact[];

/** An adapter's description of its client's tools. */
export interface ClientTools {
  readers: ReadonlyMap<string, ReadTool>;
  /** Matches the client's name for a tool of our MCP server; the only group is our name for the tool. */
  ownTool: RegExp;
}

const MAX_RESULT = 2_000;

/**
 * The facts of a call before its result is known. An unknown tool with a `command` in its input is assumed to run it,
 * as many MCP tools do.
 */
export function factsOfCall({ id, name, input }: ToolCall, { readers, ownTool }: ClientTools): ToolFact[] {
  const bounded = boundedValue(input);
  const [, tool] = ownTool.exec(name) ?? [];
  if (tool !== undefined) return [{ type: "own_tool", call: id, tool, input: bounded }];
  const read = readers.get(name) ?? readCommand;
  return read(id, bounded);
}

export function outcomeOf(call: string, { ok, text }: ToolResult): ToolFact {
  return { type: "outcome", call, ok, text: withLineFeeds(boundedText(text, MAX_RESULT)) };
}

/** Adds the facts of a result. An outcome is added only if another fact needs it. */
export function withResult(facts: readonly ToolFact[], result: readonly ToolFact[]): ToolFact[] {
  const hasFailed = result.some((fact) => fact.type === "outcome" && !fact.ok);
  const isAwaited = facts.some((fact) => "call" in fact && (hasFailed || !UNDONE_BY_FAILURE.has(fact.type)));
  return [...facts, ...result.filter(({ type }) => isAwaited || type !== "outcome")];
}

/** For these only a failure makes a difference. */
const UNDONE_BY_FAILURE: ReadonlySet<ToolFact["type"]> = new Set(["todo_list", "task_changed"] as const);

const Command = z.object({
  command: z.union([z.string(), z.array(z.string()).transform((words) => words.join(" "))]),
});
const directory = z.string().optional().catch(undefined);
/** Where the model wants a command to run, by the names of several clients. */
const Directory = z.object({ workdir: directory, dir_path: directory, cwd: directory });

export function readCommand(call: string, input: unknown): ToolFact[] {
  const { command } = Command.safeParse(input).data ?? {};
  return command === undefined ? [] : [{ type: "command_run", call, command, ...readDirectory(input) }];
}

/** Where a call runs its command, if its input says so; relative to the session's directory or absolute. */
export function readDirectory(input: unknown): { cwd?: string } {
  const { workdir, dir_path: path, cwd } = Directory.safeParse(input).data ?? {};
  const where = workdir ?? path ?? cwd;
  return where === undefined ? {} : { cwd: where };
}

/** The command of a call whose facts are read from the transcript. */
export function namedCommand(input: unknown): { command?: string } {
  const { command } = Command.safeParse(boundedValue(input)).data ?? {};
  return command === undefined ? {} : { command };
}

/** A reader for tools whose input names files in one of these fields. */
export function readFiles(type: "file_read" | "file_changed", ...fields: readonly string[]): ReadTool {
  return (call, input) => {
    const known = new Map(typeof input === "object" && input !== null ? Object.entries(input) : []);
    const paths = fields.map((field) => known.get(field)).filter((path) => typeof path === "string");
    return paths.map((path) => (type === "file_read" ? { type, path } : { type, call, path }));
  };
}

const Todos = z.array(
  z.object({ content: z.string(), status: z.enum([...TODO_STATUSES, "cancelled", "blocked"]) }),
);

/**
 * A reader for tools whose input has the whole todo list in the field `list`, with the text of an item in the field
 * `content`. A cancelled item is no longer a todo.
 */
export function readTodos(list: string, content: string): ReadTool {
  return (call, input) => {
    const items = fieldOf(input, list);
    if (!Array.isArray(items)) return [];
    const named = items.map((item) => ({ content: fieldOf(item, content), status: fieldOf(item, "status") }));
    const todos = Todos.safeParse(named).data?.flatMap(todoOf);
    return todos === undefined ? [] : [{ type: "todo_list", call, todos }];
  };
}

function todoOf({ content, status }: z.infer<typeof Todos>[number]): TodoItem[] {
  if (status === "cancelled") return [];
  return [{ content, status: status === "blocked" ? "pending" : status }];
}

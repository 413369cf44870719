import * as z from "zod";
import type { ToolFact } from "../kernel/agent/tool-fact.ts";
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

const MAX_ASKED = 600;
const Described = z.object({
  command: z.union([z.string(), z.array(z.string()).transform((words) => words.join(" "))]).optional(),
  cmd: z.string().optional(),
  questions: z.array(z.object({ question: z.string() })).optional(),
  plan: z.string().optional().catch(undefined),
});
const Named = z.union([
  z.object({ file_path: z.string() }).transform(({ file_path }) => file_path),
  z.object({ path: z.string() }).transform(({ path }) => path),
  z.object({ url: z.string() }).transform(({ url }) => url),
]);

/**
 * Describes a call for a person, from its command, question, plan, path or URL. Undefined if not even its name is
 * known.
 */
export function describeCall({ name, input }: Partial<ToolCall>): string | undefined {
  if (name === undefined) return undefined;
  const { command, cmd, questions, plan } = Described.safeParse(input).data ?? {};
  const asked = questions?.map(({ question }) => question).join("\n");
  const about = command ?? cmd ?? asked ?? headingOf(plan);
  return boundedText(about ?? [name, Named.safeParse(input).data].filter(Boolean).join(" "), MAX_ASKED);
}

function headingOf(plan: string | undefined): string | undefined {
  const [heading] = plan?.trim().split("\n") ?? [];
  return heading?.replace(/^#+\s*/, "");
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

const Questions = z.object({ questions: z.array(z.object({ question: z.string() })) });

/** All clients use this input for their tool that asks the user questions. */
export function readQuestions(call: string, input: unknown): ToolFact[] {
  const { questions = [] } = Questions.safeParse(input).data ?? {};
  if (questions.length === 0) return [];
  return [{ type: "question", call, text: questions.map(({ question }) => question).join("\n") }];
}

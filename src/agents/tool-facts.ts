import * as z from "zod";
import type { ToolFact } from "../kernel/tool-fact.ts";
import { boundedText, boundedValue } from "./bounded.ts";

/** A tool call as agents report it, in hooks and in transcripts. */
export interface ToolCall {
  id: string;
  name: string;
  input?: unknown;
}

/** A call as far as it is known when its result comes. */
export type EndedCall = Pick<ToolCall, "id"> & Partial<ToolCall>;

export interface ToolResult {
  ok: boolean;
  text: string;
}

type ReadTool = (call: string, input: unknown) => ToolFact[];

/** What an adapter knows of its client's tools. */
export interface ClientTools {
  /** By the tool's name. */
  readers: ReadonlyMap<string, ReadTool>;
  /** The name that the client gives a tool of our MCP server; its only group is our own name of the tool. */
  ownTool: RegExp;
}

const MAX_RESULT = 2_000;

/** What a call says before it has ended. An unknown tool runs a command if its input has one, as many MCP tools do. */
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

/** What a call was about, in a line for a person; undefined where nothing of it is known. */
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
  return { type: "outcome", call, ok, text: boundedText(text, MAX_RESULT) };
}

/** The facts with what the result adds; an outcome only where one among them waits for it. */
export function withResult(facts: readonly ToolFact[], result: readonly ToolFact[]): ToolFact[] {
  const isAwaited = facts.some((fact) => "call" in fact);
  return [...facts, ...result.filter(({ type }) => isAwaited || type !== "outcome")];
}

const Command = z.object({
  command: z.union([z.string(), z.array(z.string()).transform((words) => words.join(" "))]),
});

export function readCommand(call: string, input: unknown): ToolFact[] {
  const { command } = Command.safeParse(input).data ?? {};
  return command === undefined ? [] : [{ type: "command_run", call, command }];
}

/** Reads the files that an input names in one of these fields. */
export function readFiles(type: "file_read" | "file_changed", ...fields: readonly string[]): ReadTool {
  return (call, input) => {
    const known = new Map(typeof input === "object" && input !== null ? Object.entries(input) : []);
    const paths = fields.map((field) => known.get(field)).filter((path) => typeof path === "string");
    return paths.map((path) => (type === "file_read" ? { type, path } : { type, call, path }));
  };
}

const Questions = z.object({ questions: z.array(z.object({ question: z.string() })) });

/** The clients' own tools for asking the user share this input. */
export function readQuestions(call: string, input: unknown): ToolFact[] {
  const { questions = [] } = Questions.safeParse(input).data ?? {};
  if (questions.length === 0) return [];
  return [{ type: "question", call, text: questions.map(({ question }) => question).join("\n") }];
}

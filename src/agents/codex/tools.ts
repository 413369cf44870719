import * as z from "zod";
import type { TodoForm } from "../../kernel/agent/agent.ts";
import { TODO_STATUSES, type TodoItem, type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { boundedText } from "../bounded.ts";
import { withExitCode } from "../exit-code.ts";
import {
  type ClientTools,
  type EndedCall,
  factsOfCall,
  outcomeOf,
  readQuestions,
  type ToolCall,
  type ToolResult,
} from "../tool-facts.ts";

const READERS: ClientTools["readers"] = new Map([
  ["update_plan", readPlan],
  ["request_user_input", readQuestions],
]);

const OWN_TOOL = /^mcp__holdfast__(\w+)$/;
const MAX_COMMAND = 8_000;

/** Converts a tool call to facts, before its result is known. */
export function readCall(call: ToolCall): ToolFact[] {
  return factsOfCall(call, { readers: READERS, ownTool: OWN_TOOL });
}

/** `bash -lc "…"`: the last word is the model's command line. */
export function readCommandLine(
  call: string,
  { words, cwd }: { words: readonly string[]; cwd: string | null | undefined },
): ToolFact[] {
  const command = boundedText(words.at(-1) ?? "", MAX_COMMAND);
  return [
    { type: "command_run", call, command, ...(cwd ? { cwd } : {}) },
    ...patchedFiles(command).map((path) => ({ type: "file_changed", call, path }) as const),
  ];
}

/** How a command ended; empty while it runs. */
export function readExit(call: string, code: number | undefined, output: string): ToolFact[] {
  if (code === undefined) return [];
  return [outcomeOf(call, { ok: code === 0, text: withExitCode(output, code) })];
}

export function readResult({ id }: EndedCall, result: ToolResult): ToolFact[] {
  return [outcomeOf(id, result)];
}

type Changes = Readonly<Record<string, { move_path?: string | null | undefined }>>;

/** The files that a patch changed, according to the client. */
export function readChanges(call: string, changes: Changes): ToolFact[] {
  const paths = Object.entries(changes).flatMap(([path, { move_path: moved }]) => [
    path,
    ...(moved ? [moved] : []),
  ]);
  return paths.map((path) => ({ type: "file_changed", call, path }));
}

const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;

/** The model may run `apply_patch` in the middle of a shell command. */
function patchedFiles(command: string): string[] {
  return [...command.matchAll(PATCHED)].map(([, path = ""]) => path);
}

/** How a plan was received; the result is text alone. */
const NOT_PLANNED = /^(?:failed|error|unsupported|invalid)\b|\baborted by user$/i;

/** Whether a call that changes the plan took effect; empty for all other calls. */
export function readPlanOutcome({ id, name }: EndedCall, output: string): ToolFact[] {
  if (name !== "update_plan") return [];
  return [outcomeOf(id, { ok: !NOT_PLANNED.test(output.trim()), text: output })];
}

const Plan = z.object({ plan: z.array(z.object({ step: z.string(), status: z.enum(TODO_STATUSES) })) });

function readPlan(call: string, input: unknown): ToolFact[] {
  const { plan } = Plan.safeParse(input).data ?? {};
  if (plan === undefined) return [];
  return [{ type: "todo_list", call, todos: plan.map(({ step, status }) => ({ content: step, status })) }];
}

/** The inverse of `readPlan`. */
export function todoForms(todos: readonly TodoItem[]): TodoForm[] {
  const plan = todos.map(({ content, status }) => ({ step: content, status }));
  return [{ tool: "update_plan", calls: [{ plan }] }];
}

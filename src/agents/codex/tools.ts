import type { TodoForm } from "../../kernel/agent/agent.ts";
import { type TodoItem, type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { boundedText } from "../bounded.ts";
import { defineClient } from "../define-client.ts";
import { withExitCode } from "../exit-code.ts";
import { type ClientTools, type EndedCall, outcomeOf, readTodos } from "../tool-facts.ts";
import type { ClientTexts } from "../typed-text.ts";
import { readQuestions } from "../user-words.ts";

const READERS: ClientTools["readers"] = new Map([
  ["update_plan", readTodos("plan", "step")],
  ["request_user_input", readQuestions],
]);

/** What the client, an editor or a hook adds to what a person typed. */
export const CLIENT_TEXTS: ClientTexts = {
  notices: [
    "<turn_aborted>",
    "<subagent_notification>",
    "<user_shell_command>",
    "Another language model started to solve this problem",
  ],
  before: [
    // Editors put what is open and selected before the request.
    /^# (?:Context from my IDE setup|Files mentioned by the user|Context from [^\n]{1,60}):?\n[\s\S]*\n## My request for Codex:\s*/,
    /^# AGENTS\.md instructions[^\n]*\n\s*<INSTRUCTIONS>[\s\S]*<\/INSTRUCTIONS>/,
  ],
  elements: /^(?:environment_context|user_instructions|hook_prompt|skill|collaboration_mode|INSTRUCTIONS)$/,
};

const MAX_COMMAND = 8_000;

/** What the readers of events and session files need to know about this client. */
export const client = defineClient({
  agent: "codex",
  tools: { readers: READERS, ownTool: /^mcp__holdfast__(\w+)$/ },
  texts: CLIENT_TEXTS,
});

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

/** The inverse of the reader of plans. */
export function todoForms(todos: readonly TodoItem[]): TodoForm[] {
  const plan = todos.map(({ content, status }) => ({ step: content, status }));
  return [{ tool: "update_plan", calls: [{ plan }] }];
}

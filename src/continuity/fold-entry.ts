import type { TranscriptEntry } from "../kernel/transcript.ts";
import { isSystemText } from "../sessions/system-text.ts";
import { bounded, type Capture, LIMITS } from "./capture-state.ts";
import { decisionsOfTool } from "./decisions-of-tool.ts";
import { commandOf, filesOfTool } from "./files-of-tool.ts";
import { findRules } from "./find-rules.ts";
import { mergeWrittenTodos, todosOfTool } from "./read-todos.ts";

/** Adds one entry of a session's history. Pure, and idempotent by the client's ids: an entry seen twice counts once. */
export function foldEntry(capture: Capture, entry: TranscriptEntry): Capture {
  switch (entry.type) {
    case "prompt":
      return foldPrompt(capture, { ...entry, id: entry.promptId ?? entry.uuid ?? `${entry.at}` });
    case "answer":
      return {
        ...capture,
        lastAnswer: bounded(entry.text),
        todos: mergeWrittenTodos(capture.todos, entry.text).slice(-LIMITS.todos).map(boundedTodo),
      };
    case "tool_call":
      return foldCall(capture, entry);
    case "tool_result":
      return foldResult(capture, entry);
    case "compaction":
    case "summary":
      return capture;
  }
}

function foldPrompt(capture: Capture, prompt: { id: string; text: string; at: number }): Capture {
  if (isSystemText(prompt.text) || capture.prompts.some(({ id }) => id === prompt.id)) return capture;
  const fresh = findRules(prompt.text)
    .filter((rule) => !capture.rules.some(({ text }) => text === rule))
    .map((rule) => ({ text: bounded(rule), at: prompt.at }));
  const { id, at } = prompt;
  return {
    ...capture,
    goal: capture.goal ?? bounded(prompt.text),
    prompts: [...capture.prompts, { id, at, text: bounded(prompt.text) }].slice(-LIMITS.prompts),
    rules: [...capture.rules, ...fresh].slice(-LIMITS.rules),
  };
}

function foldCall(capture: Capture, { call, at }: Extract<TranscriptEntry, { type: "tool_call" }>): Capture {
  const todos = todosOfTool(call.name, call.input)?.slice(-LIMITS.todos).map(boundedTodo);
  const touched = filesOfTool(call.name, call.input);
  const command = commandOf(call.input);
  return {
    ...capture,
    todos: todos ?? capture.todos,
    decisions: mergeDecisions(capture, decisionsOfTool(call.name, call.input)),
    files: touched.reduce((files, file) => touch(files, { ...file, at }), capture.files),
    commands:
      command === undefined ? capture.commands : begin(capture.commands, { id: call.id, command, at }),
  };
}

function foldResult(capture: Capture, entry: Extract<TranscriptEntry, { type: "tool_result" }>): Capture {
  const commands = capture.commands.map((command) =>
    command.id === entry.callId ? { ...command, ok: entry.ok, output: bounded(entry.text, 300) } : command,
  );
  return { ...capture, commands };
}

function begin(
  commands: Capture["commands"],
  call: { id: string; command: string; at: number },
): Capture["commands"] {
  if (commands.some(({ id }) => id === call.id)) return commands;
  return [...commands, { ...call, command: bounded(call.command, 300), ok: null, output: "" }].slice(
    -LIMITS.commands,
  );
}

/** A file stands once, at its newest touch; a change is not forgotten by a later read. */
function touch(files: Capture["files"], file: Capture["files"][number]): Capture["files"] {
  const before = files.find(({ path }) => path === file.path);
  const action = before?.action === "changed" ? "changed" : file.action;
  return [...files.filter(({ path }) => path !== file.path), { ...file, action }].slice(-LIMITS.files);
}

function mergeDecisions(capture: Capture, fresh: Capture["decisions"]): Capture["decisions"] {
  const unknown = fresh.filter(
    ({ decision }) => !capture.decisions.some((known) => known.decision === decision),
  );
  return [...capture.decisions, ...unknown].slice(-LIMITS.decisions);
}

function boundedTodo<T extends { content: string }>(todo: T): T {
  return { ...todo, content: bounded(todo.content, 300) };
}

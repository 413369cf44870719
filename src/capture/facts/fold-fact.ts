import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import type { Capture } from "../../kernel/capture.ts";
import { findFailureLines } from "../../shell/runs/failure-lines.ts";
import { judgeRun, type Verdict } from "../../shell/runs/judge-run.ts";
import { ranNothing } from "../../shell/runs/shows-failure.ts";
import { mergeDecisions, statedDecisions } from "./decisions.ts";
import { foldCommand } from "./fold-command.ts";
import { foldTodos, isTodoFact } from "./fold-todos.ts";
import { recordMemoryUse } from "./record-memory-use.ts";
import { shortenOutput } from "./shorten-output.ts";
import { settleEdit, touchFiles } from "./touch-files.ts";

type Fact<T extends ToolFact["type"]> = Extract<ToolFact, { type: T }> & { at: number };
type Done = Exclude<ToolFact, { type: "question" | "answer" | "refusal" | "plan" }>;

/** Adds what the agent did with a tool. */
export function foldFact(capture: Capture, fact: Done & { at: number }): Capture {
  if (isTodoFact(fact)) return { ...capture, todos: foldTodos(capture.todos, fact) };
  const { files } = capture;
  switch (fact.type) {
    case "file_read":
      return { ...capture, files: touchFiles(files, [{ path: fact.path, action: "read" }], fact) };
    case "file_changed":
      return { ...capture, files: touchFiles(files, [{ path: fact.path, action: "changed" }], fact) };
    case "command_run":
      return foldCommand(capture, fact);
    case "own_tool":
      return foldOwnTool(capture, fact);
    case "outcome":
      return foldOutcome(capture, fact);
  }
}

function foldOwnTool(capture: Capture, fact: Fact<"own_tool">): Capture {
  return {
    ...capture,
    ...recordMemoryUse(capture, fact),
    decisions: mergeDecisions(capture.decisions, statedDecisions(fact)),
  };
}

function foldOutcome(capture: Capture, { call, ok, text }: Fact<"outcome">): Capture {
  const run = capture.commands.find(({ id }) => id === call);
  if (!run) return { ...capture, files: settleEdit(capture.files, call, ok) };
  const verdict = judgeRun({ command: run.command, ok, output: text });
  const ended = { ...run, ok: ok && verdict === "passed", ...keptOutput(text, { ok, verdict }) };
  return {
    ...capture,
    // Files that a failed command wrote count as changed, unless nothing ran.
    files: settleEdit(
      capture.files,
      call,
      verdict !== "refused" && !ranNothing({ command: run.command, output: text }),
    ),
    // Judged by the whole output, since a failure that a pipe hides may show only in the part that is truncated.
    commands: capture.commands.map((command) => (command === run ? ended : command)),
  };
}

function keptOutput(text: string, { ok, verdict }: { ok: boolean; verdict: Verdict }) {
  const output = shortenOutput(text, ok);
  const named = verdict === "failed" && output !== text ? findFailureLines(text) : undefined;
  return named === undefined ? { output } : { output, named };
}

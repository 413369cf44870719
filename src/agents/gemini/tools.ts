import * as z from "zod";
import type { TodoForm } from "../../kernel/agent/agent.ts";
import { type TodoItem, type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { defineClient } from "../define-client.ts";
import { shownExitCode, withExitCode } from "../exit-code.ts";
import {
  type ClientTools,
  type EndedCall,
  outcomeOf,
  readCommand,
  readFiles,
  readTodos,
  type ToolResult,
} from "../tool-facts.ts";
import { answerOf, describeCall, questionsOf, readQuestions, refusalOf } from "../user-words.ts";
import { CLIENT_TEXTS } from "./prompts.ts";

const ASK = "ask_user";
const EXIT_PLAN = "exit_plan_mode";

const READERS: ClientTools["readers"] = new Map([
  ["read_file", readFiles("file_read", "file_path", "absolute_path")],
  ["write_file", readFiles("file_changed", "file_path")],
  ["replace", readFiles("file_changed", "file_path")],
  ["run_shell_command", readCommand],
  ["write_todos", readTodos("todos", "description")],
  [ASK, readQuestions],
]);

/** Below the output of a command, unless a signal ended it. */
const EXITED = /^Exit Code: (\d+)$/gm;

function readResult(call: EndedCall, result: ToolResult): ToolFact[] {
  const code = result.ok ? undefined : shownExitCode(result.text, EXITED);
  const outcome = { ...result, text: withExitCode(result.text, code) };
  return [outcomeOf(call.id, outcome), ...readUserResponse(call, result.text)];
}

/** The inverse of the reader of todos. */
export function todoForms(list: readonly TodoItem[]): TodoForm[] {
  const todos = list.map(({ content, status }) => ({ description: content, status }));
  return [{ tool: "write_todos", calls: [{ todos }] }];
}

/** Denying one call also cancels the calls next to it, with another text: only the denied one counts as refused. */
const DENIED = /^\[Operation Cancelled\] Reason: User denied execution\./;
const DISMISSED = /^User (?:dismissed ask_user dialog|cancelled the plan approval dialog)/;
const REJECTED = /^Plan rejected\. (?:User feedback: ([\s\S]*?)(?=\n\nThe plan is stored at: |$))?/;
const APPROVED = /^Plan approved\.[\s\S]*?plan is stored at: (.+)$/m;

/**
 * Reads what the user said when a call ended: an answer, a refusal with its reason, or the approval of a plan in a
 * file.
 */
function readUserResponse(call: EndedCall, text: string): ToolFact[] {
  if (DENIED.test(text) || DISMISSED.test(text)) return [refusalOf(call, "", askedBy(call))];
  if (call.name === ASK) return readAnswers(call, text);
  if (call.name !== EXIT_PLAN) return [];
  const rejected = REJECTED.exec(text);
  if (rejected) return [refusalOf(call, rejected[1] ?? "", askedBy(call))];
  const [, path] = APPROVED.exec(text) ?? [];
  return path === undefined ? [] : [{ type: "plan", call: call.id, text: path }];
}

const Answers = z.object({ answers: z.record(z.string(), z.string()) });

/** Answers are keyed by the index of their question. */
function readAnswers(call: EndedCall, text: string): ToolFact[] {
  const { answers = {} } = Answers.safeParse(tryParseJson(text)).data ?? {};
  const questions = questionsOf(call);
  return Object.entries(answers).map(([index, answer]) =>
    answerOf(call, questions[Number(index)]?.question, answer),
  );
}

function askedBy(call: EndedCall): string | undefined {
  return call.name === EXIT_PLAN ? "the plan" : describeCall(call);
}

/** What the readers of events and session files need to know about this client. */
export const client = defineClient({
  agent: "gemini",
  tools: { readers: READERS, ownTool: /^mcp_holdfast_(\w+)$/ },
  texts: CLIENT_TEXTS,
  readResult,
});

import * as z from "zod";
import type { TodoForm } from "../../kernel/agent/agent.ts";
import { type TodoItem, type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { defineClient } from "../define-client.ts";
import { withExitCode } from "../exit-code.ts";
import {
  type ClientTools,
  type EndedCall,
  outcomeOf,
  readCommand,
  readFiles,
  readTodos,
  type ToolResult,
} from "../tool-facts.ts";
import { type ClientTexts, typedText } from "../typed-text.ts";
import { answerOf, questionsOf, readQuestions, refusalOf } from "../user-words.ts";

const READERS: ClientTools["readers"] = new Map([
  ["read", readFiles("file_read", "filePath")],
  ["write", readFiles("file_changed", "filePath")],
  ["edit", readFiles("file_changed", "filePath")],
  ["bash", readCommand],
  ["todowrite", readTodos("todos", "content")],
  ["question", readQuestions],
]);

const Ended = z.object({ exit: z.number().nullish().catch(undefined) });

function readResult(call: EndedCall, result: ToolResult): ToolFact[] {
  const { exit } = Ended.safeParse(result.details).data ?? {};
  const outcome = { ...result, text: withExitCode(result.text, exit) };
  return [outcomeOf(call.id, outcome), ...readUserResponse(call, result)];
}

/** The inverse of the reader of todos. The client requires a priority, which our todos do not have. */
export function todoForms(list: readonly TodoItem[]): TodoForm[] {
  const todos = list.map(({ content, status }) => ({ content, status, priority: "medium" }));
  return [{ tool: "todowrite", calls: [{ todos }] }];
}

const REFUSED =
  /^(?:Error: )?The user rejected permission to use this specific tool call(?: with the following feedback: ([\s\S]*)|\.)/;
const ANSWERED = /^User has answered your questions: ([\s\S]*)$/;

/** Reads what the user said when a call ended: answers, or a refusal with its reason. */
function readUserResponse(call: EndedCall, { text }: ToolResult): ToolFact[] {
  const refused = REFUSED.exec(text);
  if (!refused) return readAnswers(call, ANSWERED.exec(text)?.[1] ?? "");
  return [refusalOf(call, refused[1] ?? "")];
}

/** `"question"="answer", "question"="answer"`: an answer ends where the next question begins. */
function readAnswers(call: EndedCall, said: string): ToolFact[] {
  return questionsOf(call).flatMap(({ question: asked }): ToolFact[] => {
    const [, rest] = said.split(`"${asked}"="`, 2);
    const answer = rest?.split(/"(?:, "|\. You can now continue)/, 1)[0];
    if (answer === undefined || answer === "Unanswered") return [];
    return [answerOf(call, asked, answer)];
  });
}

const TEXTS: ClientTexts = { elements: /^(?:system-reminder|file|path|entries|content|type)$/ };

/** \`opencode run\` puts a prompt of several words in quotes. */
const QUOTED = /^"([^"]*)"$/;

/** What the readers of events and of the database need to know about this client. */
export const client = defineClient({
  agent: "opencode",
  tools: { readers: READERS, ownTool: /^holdfast_(\w+)$/ },
  texts: TEXTS,
  readResult,
  typedPrompt: (text) => typedText(text.replace(QUOTED, "$1"), TEXTS),
});

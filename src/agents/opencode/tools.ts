import * as z from "zod";
import type { TodoForm } from "../../kernel/agent/agent.ts";
import { TODO_STATUSES, type TodoItem, type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { withExitCode } from "../exit-code.ts";
import type { HookClient } from "../hook-events.ts";
import {
  type ClientTools,
  type EndedCall,
  factsOfCall,
  outcomeOf,
  readCommand,
  readFiles,
  readQuestions,
  type ToolCall,
  type ToolResult,
} from "../tool-facts.ts";
import { type ClientTexts, type TypedText, typedText } from "../typed-text.ts";
import { answerOf, questionsOf, refusalOf } from "../user-words.ts";

const READERS: ClientTools["readers"] = new Map([
  ["read", readFiles("file_read", "filePath")],
  ["write", readFiles("file_changed", "filePath")],
  ["edit", readFiles("file_changed", "filePath")],
  ["bash", readCommand],
  ["todowrite", readTodos],
  ["question", readQuestions],
]);

const OWN_TOOL = /^holdfast_(\w+)$/;

/** Converts a tool call to facts, before its result is known. */
export function readCall(call: ToolCall): ToolFact[] {
  return factsOfCall(call, { readers: READERS, ownTool: OWN_TOOL });
}

const Ended = z.object({ exit: z.number().nullish().catch(undefined) });

export function readResult(call: EndedCall, result: ToolResult): ToolFact[] {
  const { exit } = Ended.safeParse(result.details).data ?? {};
  const outcome = { ...result, text: withExitCode(result.text, exit) };
  return [outcomeOf(call.id, outcome), ...readUserResponse(call, result)];
}

const Todos = z.object({
  todos: z.array(z.object({ content: z.string(), status: z.enum([...TODO_STATUSES, "cancelled"]) })),
});

function readTodos(call: string, input: unknown): ToolFact[] {
  const { todos } = Todos.safeParse(input).data ?? {};
  if (todos === undefined) return [];
  const left = todos.flatMap(({ content, status }) => (status === "cancelled" ? [] : [{ content, status }]));
  return [{ type: "todo_list", call, todos: left }];
}

/** What the readers of events and of the database need to know about this client. */
export const client: HookClient = { agent: "opencode", readCall, readResult, typedPrompt };

/** The inverse of `readTodos`. The client requires a priority, which our todos do not have. */
export function todoForms(list: readonly TodoItem[]): TodoForm[] {
  const todos = list.map(({ content, status }) => ({ content, status, priority: "medium" }));
  return [{ tool: "todowrite", calls: [{ todos }] }];
}

const REFUSED =
  /^(?:Error: )?The user rejected permission to use this specific tool call(?: with the following feedback: ([\s\S]*)|\.)/;
const ANSWERED = /^User has answered your questions: ([\s\S]*)$/;

/** Reads what the user said when a call ended: answers, or a refusal with its reason. */
export function readUserResponse(call: EndedCall, { text }: ToolResult): ToolFact[] {
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

const CLIENT_TEXTS: ClientTexts = { elements: /^(?:system-reminder|file|path|entries|content|type)$/ };

/** \`opencode run\` puts a prompt of several words in quotes. */
const QUOTED = /^"([^"]*)"$/;

/** Only the person's own text of a prompt. */
export function typedPrompt(text: string): TypedText {
  return typedText(text.replace(QUOTED, "$1"), CLIENT_TEXTS);
}

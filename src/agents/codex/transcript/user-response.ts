import * as z from "zod";
import type { ToolFact } from "../../../kernel/agent/tool-fact.ts";
import { tryParseJson } from "../../../text/json-text.ts";
import { boundedText } from "../../bounded.ts";
import type { EndedCall } from "../../tool-facts.ts";
import { answerOf, questionsOf, refusalOf } from "../../user-words.ts";

const MAX_ANSWER = 2_000;

const Answers = z.object({ answers: z.record(z.string(), z.object({ answers: z.array(z.string()) })) });
/** The result is the same for a call that the user denied and for one that they stopped. */
const ABORTED = /\baborted by user$/;

/** Reads what the user said when a call ended: answers, or a refusal. */
export function readUserResponse(call: EndedCall, output: string): ToolFact[] {
  if (ABORTED.test(output.trimEnd())) return [refusalOf(call, "")];
  return readAnswers(call, tryParseJson(output));
}

/** Answers are keyed by the id of their question. */
function readAnswers(call: EndedCall, output: unknown): ToolFact[] {
  const { answers = {} } = Answers.safeParse(output).data ?? {};
  const questions = questionsOf(call);
  return Object.entries(answers).map(([id, given]) => {
    const asked = questions.find((question) => question.id === id)?.question;
    return answerOf(call, asked, boundedText(given.answers.join("\n"), MAX_ANSWER));
  });
}

const INTRODUCTION =
  /^Another language model started to solve this problem[\s\S]*?Here is the summary[^\n]*\n/;

/** Only the summary of a compaction, without the client's introduction for the next model. */
export function summaryText(message: string): string {
  return message.replace(INTRODUCTION, "").trim();
}

/** Whether a prompt is the client's own text for an accepted plan. */
export function approvesPlan(prompt: string): boolean {
  return prompt.startsWith("Implement the plan.");
}

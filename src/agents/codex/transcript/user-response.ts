import * as z from "zod";
import type { ToolFact } from "../../../kernel/agent/tool-fact.ts";
import { tryParseJson } from "../../../text/json-text.ts";
import { boundedText } from "../../bounded.ts";
import { describeCall, type EndedCall } from "../../tool-facts.ts";

const MAX_ANSWER = 2_000;

const Answers = z.object({ answers: z.record(z.string(), z.object({ answers: z.array(z.string()) })) });
const Questions = z.object({
  questions: z.array(z.object({ id: z.string(), question: z.string() })).max(20),
});

/** The result is the same for a call that the user denied and for one that they stopped. */
const ABORTED = /\baborted by user$/;

/** Reads what the user said when a call ended: answers, or a refusal. */
export function readUserResponse(call: EndedCall, output: string): ToolFact[] {
  if (ABORTED.test(output.trimEnd())) {
    const asked = describeCall(call);
    const refusal = { type: "refusal", call: call.id, text: "" } as const;
    return [asked === undefined ? refusal : { ...refusal, asked }];
  }
  return readAnswers(call, tryParseJson(output));
}

/** Answers are keyed by the id of their question. */
function readAnswers({ id: call, input }: EndedCall, output: unknown): ToolFact[] {
  const { answers = {} } = Answers.safeParse(output).data ?? {};
  const { questions = [] } = Questions.safeParse(input).data ?? {};
  return Object.entries(answers).map(([id, given]) => {
    const asked = questions.find((question) => question.id === id)?.question;
    const said = { type: "answer", call, text: boundedText(given.answers.join("\n"), MAX_ANSWER) } as const;
    return asked === undefined ? said : { ...said, asked };
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

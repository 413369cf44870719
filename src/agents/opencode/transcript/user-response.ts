import * as z from "zod";
import type { ToolFact } from "../../../kernel/agent/tool-fact.ts";
import { boundedText } from "../../bounded.ts";
import { describeCall, type EndedCall, type ToolResult } from "../../tool-facts.ts";

const MAX_WORDS = 8_000;

const REFUSED =
  /^(?:Error: )?The user rejected permission to use this specific tool call(?: with the following feedback: ([\s\S]*)|\.)/;
const ANSWERED = /^User has answered your questions: ([\s\S]*)$/;

/** Reads what the user said when a call ended: answers, or a refusal with its reason. */
export function readUserResponse(call: EndedCall, { text }: ToolResult): ToolFact[] {
  const refused = REFUSED.exec(text);
  if (!refused) return readAnswers(call, ANSWERED.exec(text)?.[1] ?? "");
  const asked = describeCall(call);
  const reason = boundedText((refused[1] ?? "").trim(), MAX_WORDS);
  const refusal = { type: "refusal", call: call.id, text: reason } as const;
  return [asked === undefined ? refusal : { ...refusal, asked }];
}

const Questions = z.object({ questions: z.array(z.object({ question: z.string() })).max(20) });

/** `"question"="answer", "question"="answer"`: an answer ends where the next question begins. */
function readAnswers({ id: call, input }: EndedCall, said: string): ToolFact[] {
  const { questions = [] } = Questions.safeParse(input).data ?? {};
  return questions.flatMap(({ question: asked }): ToolFact[] => {
    const [, rest] = said.split(`"${asked}"="`, 2);
    const answer = rest?.split(/"(?:, "|\. You can now continue)/, 1)[0];
    if (answer === undefined || answer === "Unanswered") return [];
    return [{ type: "answer", call, asked, text: boundedText(answer, MAX_WORDS) }];
  });
}

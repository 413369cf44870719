import * as z from "zod";
import type { ToolFact } from "../kernel/agent/tool-fact.ts";
import { boundedText } from "./bounded.ts";
import { describeCall, type EndedCall } from "./tool-facts.ts";

const MAX_WORDS = 8_000;
const MAX_QUESTIONS = 20;

/** The user refused a call, with a reason or without one. */
export function refusalOf(call: EndedCall, reason: string, asked = describeCall(call)): ToolFact {
  const text = boundedText(reason.trim(), MAX_WORDS);
  return { type: "refusal", call: call.id, text, ...(asked === undefined ? {} : { asked }) };
}

/** The user answered a question, which is unknown if the call is. */
export function answerOf({ id: call }: EndedCall, asked: string | undefined, answer: string): ToolFact {
  const text = boundedText(answer, MAX_WORDS);
  return { type: "answer", call, text, ...(asked === undefined ? {} : { asked }) };
}

const Questions = z.object({
  questions: z
    .array(z.object({ id: z.string().optional().catch(undefined), question: z.string() }))
    .max(MAX_QUESTIONS),
});

/** The questions that a call asks. All clients use this form; some give each an id. */
export function questionsOf({ input }: EndedCall): { id?: string | undefined; question: string }[] {
  return Questions.safeParse(input).data?.questions ?? [];
}

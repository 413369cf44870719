import * as z from "zod";
import type { ToolFact } from "../kernel/agent/tool-fact.ts";
import { boundedText } from "./bounded.ts";
import type { EndedCall, ToolCall } from "./tool-facts.ts";

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
export function questionsOf({ input }: Partial<ToolCall>): { id?: string | undefined; question: string }[] {
  return Questions.safeParse(input).data?.questions ?? [];
}

/** A call of the tool that asks the user questions. */
export function readQuestions(call: string, input: unknown): ToolFact[] {
  const text = textOfQuestions(input);
  return text === "" ? [] : [{ type: "question", call, text }];
}

function textOfQuestions(input: unknown): string {
  return questionsOf({ input })
    .map(({ question }) => question)
    .join("\n");
}

const MAX_ASKED = 600;
const Described = z.object({
  command: z.union([z.string(), z.array(z.string()).transform((words) => words.join(" "))]).optional(),
  cmd: z.string().optional(),
  plan: z.string().optional().catch(undefined),
});
const Named = z.union([
  z.object({ file_path: z.string() }).transform(({ file_path }) => file_path),
  z.object({ path: z.string() }).transform(({ path }) => path),
  z.object({ url: z.string() }).transform(({ url }) => url),
]);

/**
 * Describes a call for a person, from its command, question, plan, path or URL. Undefined if not even its name is
 * known.
 */
export function describeCall({ name, input }: Partial<ToolCall>): string | undefined {
  if (name === undefined) return undefined;
  const { command, cmd, plan } = Described.safeParse(input).data ?? {};
  const asked = textOfQuestions(input) || undefined;
  const about = command ?? cmd ?? asked ?? headingOf(plan);
  return boundedText(about ?? [name, Named.safeParse(input).data].filter(Boolean).join(" "), MAX_ASKED);
}

function headingOf(plan: string | undefined): string | undefined {
  const [heading] = plan?.trim().split("\n") ?? [];
  return heading?.replace(/^#+\s*/, "");
}

import * as z from "zod";
import type { ToolFact } from "../../../kernel/agent/tool-fact.ts";
import { tryParseJson } from "../../../text/json-text.ts";
import { boundedText } from "../../bounded.ts";
import { describeCall, type ToolCall } from "../../tool-facts.ts";

export const ASK = "ask_user";
export const EXIT_PLAN = "exit_plan_mode";

const MAX_WORDS = 8_000;

/** Denying one call also cancels the calls next to it, with another text: only the denied one counts as refused. */
const DENIED = /^\[Operation Cancelled\] Reason: User denied execution\./;
const DISMISSED = /^User (?:dismissed ask_user dialog|cancelled the plan approval dialog)/;
const REJECTED = /^Plan rejected\. (?:User feedback: ([\s\S]*?)(?=\n\nThe plan is stored at: |$))?/;
const APPROVED = /^Plan approved\.[\s\S]*?plan is stored at: (.+)$/m;

/**
 * Reads what the user said when a call ended: an answer, a refusal with its reason, or the approval of a plan in a
 * file.
 */
export function readUserResponse(call: ToolCall, text: string): ToolFact[] {
  if (DENIED.test(text) || DISMISSED.test(text)) return [refusalOf(call, "")];
  if (call.name === ASK) return readAnswers(call, text);
  if (call.name !== EXIT_PLAN) return [];
  const rejected = REJECTED.exec(text);
  if (rejected) return [refusalOf(call, rejected[1] ?? "")];
  const [, path] = APPROVED.exec(text) ?? [];
  return path === undefined ? [] : [{ type: "plan", call: call.id, text: path }];
}

function refusalOf(call: ToolCall, reason: string): ToolFact {
  const asked = call.name === EXIT_PLAN ? "the plan" : describeCall(call);
  const refusal = { type: "refusal", call: call.id, text: boundedText(reason.trim(), MAX_WORDS) } as const;
  return asked === undefined ? refusal : { ...refusal, asked };
}

const Answers = z.object({ answers: z.record(z.string(), z.string()) });
const Questions = z.object({ questions: z.array(z.object({ question: z.string() })).max(20) });

/** Answers are keyed by the index of their question. */
function readAnswers({ id: call, input }: ToolCall, text: string): ToolFact[] {
  const { answers } = Answers.safeParse(tryParseJson(text)).data ?? {};
  const { questions = [] } = Questions.safeParse(input).data ?? {};
  return Object.entries(answers ?? {}).map(([index, answer]) => {
    const asked = questions[Number(index)]?.question;
    const said = { type: "answer", call, text: boundedText(answer, MAX_WORDS) } as const;
    return asked === undefined ? said : { ...said, asked };
  });
}

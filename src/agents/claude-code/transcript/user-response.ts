import * as z from "zod";
import type { ToolFact } from "../../../kernel/agent/tool-fact.ts";
import { boundedText } from "../../bounded.ts";
import type { EndedCall, ToolResult } from "../../tool-facts.ts";
import { answerOf, questionsOf, refusalOf } from "../../user-words.ts";

const MAX_WORDS = 8_000;
const MAX_PLAN = 32_000;

const REFUSED = /^The user doesn't want to (?:proceed with this tool use|take this action)\b/;
const REASON = /the user said:\n([\s\S]*)$/;
/** Some versions of the client append this after the reason. */
const NOTE = /\n\nNote: The user's next message may contain a correction[\s\S]*$/;
/** The client's own text in place of a reason. */
const CLARIFIES = /^The user wants to clarify these questions\./;
const APPROVED = /^User has approved (?:your plan|exiting plan mode)\b/;
const APPROVED_PLAN = /\n## Approved Plan[^\n]*:\n([\s\S]*)$/;
const ANSWERED = /^(?:User has answered your questions|Your questions have been answered): ([\s\S]*)$/;
const ANSWERED_END = /\. You can now continue with [^"]*$/;

/** Reads what the user said when a call ended: an answer, a refusal with its reason, or the approval of a plan. */
export function readUserResponse(call: EndedCall, { text }: ToolResult): ToolFact[] {
  if (REFUSED.test(text)) return readRefusal(call, text);
  if (APPROVED.test(text)) return readApproval(call, text);
  const [, answers] = ANSWERED.exec(text) ?? [];
  return answers === undefined ? [] : readAnswers(call, answers.replace(ANSWERED_END, ""));
}

function readRefusal(call: EndedCall, text: string): ToolFact[] {
  const [, said = ""] = REASON.exec(text) ?? [];
  const reason = said.replace(NOTE, "").trim();
  if (CLARIFIES.test(reason)) return readClarified(call, reason);
  return [refusalOf(call, reason)];
}

/** "Chat about this": only the questions answered so far count. */
function readClarified(call: EndedCall, said: string): ToolFact[] {
  const given = [...boundedText(said, MAX_WORDS).matchAll(/^- "(.*)"\n {2}Answer: (.*)$/gm)];
  return given.map(([, asked = "", text = ""]) => answerOf(call, asked, text));
}

const PlanInput = z.object({ plan: z.string() });

function readApproval({ id: call, input }: EndedCall, said: string): ToolFact[] {
  const plan = APPROVED_PLAN.exec(said)?.[1] ?? PlanInput.safeParse(input).data?.plan;
  return plan === undefined ? [] : [{ type: "plan", call, text: boundedText(plan, MAX_PLAN) }];
}

/** `"question"="answer", "question"="answer"`: split at the questions, since both may contain quotes. */
function readAnswers(call: EndedCall, said: string): ToolFact[] {
  const starts = questionsOf(call)
    .map(({ question }) => ({ question, label: `"${question}"=` }))
    .map((known) => ({ ...known, at: said.indexOf(known.label) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  if (starts.length === 0) return readAnswersWithoutQuestions(call, said);
  return starts.map(({ question, label, at }, i) => {
    const answer = said.slice(at + label.length, starts[i + 1]?.at);
    return answerOf(call, question, unquoted(answer));
  });
}

/** Without the call's questions, only a single pair can be parsed; several are kept as one text. */
function readAnswersWithoutQuestions(call: EndedCall, said: string): ToolFact[] {
  const [, asked, text] = /^"([^"]*)"="([^"]*)"$/.exec(said) ?? [];
  return [
    asked === undefined || text === undefined ? answerOf(call, undefined, said) : answerOf(call, asked, text),
  ];
}

/** The text after the last quote is a note on the answer. */
function unquoted(answer: string): string {
  return answer
    .trim()
    .replace(/,$/, "")
    .replace(/^"([\s\S]*)"([^"]*)$/, "$1$2");
}

import type { Capture } from "../../kernel/capture.ts";
import { ownWords } from "../../statements/own-words.ts";
import { remarkOf } from "../../statements/remarks.ts";
import { boundedEnd } from "../../text/bounded.ts";
import { plainLine } from "../../text/fence.ts";
import type { Line } from "./sections.ts";

/** This much of the end of the last answer shows where the work stopped. */
const STOPPED = 220;
const STOPPED_VALUE = 0.15;
/** Where a record may grow, so much of the last answer precedes that: what the agent had concluded. */
const CONCLUDED = 1_200;
/** Below what the user said, and just worth making a record longer. */
const CONCLUDED_VALUE = 0.06;

/**
 * What the agent said last. It stands before the latest request if that came later, since the request may correct it.
 */
export function answerLines(capture: Capture, mayGrow: boolean): Line[] {
  const answer = proseOf(capture.lastAnswer);
  if (answer === "") return [];
  const isPrevious = precedesRequest(capture);
  const section = isPrevious ? "answered" : "stopped";
  const end = boundedEnd(answer, STOPPED);
  const text = isPrevious && isRejected(capture) ? `(rejected) ${end}` : end;
  const stopped: Line = { section, text, order: 1, value: STOPPED_VALUE };
  if (!mayGrow || end === answer) return [stopped];
  const before = boundedEnd(answer.slice(0, 1 - end.length).trim(), CONCLUDED);
  return [{ section, text: before, order: 0, value: CONCLUDED_VALUE }, stopped];
}

function precedesRequest({ lastAnswerAt, prompts }: Capture): boolean {
  return lastAnswerAt !== null && lastAnswerAt < (prompts.at(-1)?.at ?? 0);
}

function isRejected({ prompts, sentences }: Capture): boolean {
  return sentences.some(({ at, text }) => at === prompts.at(-1)?.at && remarkOf(text) === "rejected");
}

/** Omits what was pasted, and task list items, since the todos include them. */
function proseOf(answer: string | null): string {
  return plainLine(ownWords(answer ?? "").own.replaceAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[.\].*$/gm, ""));
}

import type { Capture } from "../../kernel/capture.ts";
import { classify } from "../../statements/model.ts";
import { splitSentences } from "../../statements/split-sentences.ts";
import { plainLine } from "../../text/fence.ts";
import type { Line } from "./sections.ts";

/** Maximum value of a line: below what the user said, above small talk. */
const MOST_VALUE = 0.3;
/** Number of sentences at the beginning (the goal) and at the end (open work) that always have the maximum value. */
const OPENING = 1;
const CLOSING = 3;
/** A line such as "7. Pending Tasks:" introduces others. */
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)|[:：]\s*\**\s*$/;
const EMPHASIS = /\*\*|__/g;

/**
 * Splits the client's summary into lines. The goal, decisions and open work have the highest values. Omits what the
 * user's own sentences say.
 */
export function summaryLines({ summary, sentences }: Pick<Capture, "summary" | "sentences">): Line[] {
  if (summary === null) return [];
  const said = sentences.map(({ text }) => plainLine(text).toLowerCase()).join("\n");
  const prose = summary.text.split("\n").filter((line) => !HEADING.test(line));
  const own = splitSentences(prose.join("\n").replaceAll(EMPHASIS, ""))
    .map(plainLine)
    .filter((text) => text !== "" && !said.includes(text.toLowerCase()));
  return own.map((text, order) => {
    const isCertain = order < OPENING || order >= own.length - CLOSING;
    return { section: "summary", text, order, value: isCertain ? MOST_VALUE : MOST_VALUE * worthOf(text) };
  });
}

/** Sentences are classified as in the middle of a session, since a summary has no turn. */
const FORM = { index: 1, count: 3, prompts: 9, reply: "none", pasted: false, turn: null } as const;

function worthOf(text: string): number {
  const { worth, decision, todo } = classify({ text, ...FORM });
  return Math.max(worth, decision, todo);
}

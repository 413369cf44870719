import type { Capture } from "../../kernel/capture.ts";
import { classify } from "../../statements/model.ts";
import { splitSentences } from "../../statements/split-sentences.ts";
import { plainLine } from "../../text/fence.ts";
import type { Line } from "./sections.ts";

/** Below what the user said and is needed, above small talk. */
const MOST_VALUE = 0.3;
/** What a summary begins with is the goal, and what it ends with is open: both are worth as much for certain. */
const OPENING = 1;
const CLOSING = 3;
/** A line such as "7. Pending Tasks:" introduces others. */
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)|[:：]\s*\**\s*$/;
const EMPHASIS = /\*\*|__/g;

/** What the client wrote when it compacted, by sentence: the goal, decisions and open work come before the rest. What the user's own sentences say is left out. */
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

/** As in the middle of a session: a summary has no turn of its own. */
const FORM = { index: 1, count: 3, prompts: 9, reply: "none", pasted: false, turn: null } as const;

function worthOf(text: string): number {
  const { worth, decision, todo } = classify({ text, ...FORM });
  return Math.max(worth, decision, todo);
}

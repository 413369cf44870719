import { boundedAtWord } from "../text/bounded.ts";

/** About 15 seconds of speech. */
const MAX_CHARS = 240;
/** Only this much of a long answer is read. */
const READ_CHARS = 4_000;

/** The beginning of an answer, fit to be read aloud: no code, no tables, no markup, and whole sentences if they fit. */
export function summarizeAnswer(answer: string): string {
  const spoken = answer
    .slice(0, READ_CHARS)
    .replaceAll(/^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|(?![\s\S]))/gm, " ")
    .replaceAll(/^[ \t]*\|.*$/gm, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, "")
    .replaceAll(/[*`]+|__|~~/g, "")
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim();
  return spoken.length <= MAX_CHARS ? spoken : shorten(spoken);
}

function shorten(text: string): string {
  const sentences = /^.*[.!?](?=\s)/.exec(text.slice(0, MAX_CHARS))?.[0];
  return sentences ?? boundedAtWord(text, MAX_CHARS);
}

import type { Span } from "../span.ts";

/** The line of a value, before and behind it, bounded. */
export interface LineAround {
  /** Where the line begins; 0 for one whose beginning is far. */
  from: number;
  left: string;
  right: string;
}

const REACH = 160;
/** A text without line ends would be searched from end to end for each of its values. */
const FAR = 1_024;

export function lineAround(text: string, { start, end }: Span): LineAround {
  const before = text.slice(Math.max(0, start - FAR), start);
  const last = before.lastIndexOf("\n");
  const from = last === -1 ? 0 : start - before.length + last + 1;
  const behind = text.slice(end, end + REACH);
  const next = behind.indexOf("\n");
  return {
    from,
    left: text.slice(Math.max(from, start - REACH), start),
    right: next === -1 ? behind : behind.slice(0, next),
  };
}

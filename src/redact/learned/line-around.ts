import type { Span } from "../span.ts";

/** The line around a value: bounded text before and after it. */
export interface LineAround {
  /** Where the line begins; 0 if its beginning is too far away. */
  from: number;
  left: string;
  right: string;
}

const REACH = 160;
/** Without a limit, a text without line breaks would be searched entirely for each value. */
const FAR = 1_024;

export function lineAround(text: string, { start, end }: Span): LineAround {
  const before = text.slice(Math.max(0, start - FAR), start);
  const last = before.lastIndexOf("\n");
  const from = last === -1 ? 0 : start - before.length + last + 1;
  const after = text.slice(end, end + REACH);
  const next = after.indexOf("\n");
  return {
    from,
    left: text.slice(Math.max(from, start - REACH), start),
    right: next === -1 ? after : after.slice(0, next),
  };
}

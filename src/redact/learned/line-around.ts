import type { Span } from "../span.ts";

/** The line of a value, before and behind it, bounded. */
export interface LineAround {
  /** Where the line begins. */
  from: number;
  left: string;
  right: string;
}

const REACH = 160;

export function lineAround(text: string, { start, end }: Span): LineAround {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  return {
    from: start === 0 ? 0 : from,
    left: text.slice(Math.max(from, start - REACH), start),
    right: text.slice(end, Math.min(lineEnd === -1 ? text.length : lineEnd, end + REACH)),
  };
}

import { countUntil } from "./count-until.ts";

/** The line number of an offset in a text. */
export type LineOf = (offset: number) => number;

export function numberLines(text: string): LineOf {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) ends.push(at);
  let line = 0;
  return (offset) => {
    // Usually the same line as in the last call, or the next.
    for (let tries = 0; tries < 3; tries++, line++) {
      if (offset <= (ends[line - 1] ?? -1)) break;
      if (offset <= (ends[line] ?? Number.POSITIVE_INFINITY)) return line;
    }
    line = countUntil(ends.length, (i) => (ends[i] ?? 0) < offset);
    return line;
  };
}

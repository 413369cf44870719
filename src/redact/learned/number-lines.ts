import { countUntil } from "./count-until.ts";

/** The number of the line of each place in a text. */
export type LineOf = (place: number) => number;

export function numberLines(text: string): LineOf {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) ends.push(at);
  let line = 0;
  return (place) => {
    // Mostly the same line as before, or the next.
    for (let tries = 0; tries < 3; tries++, line++) {
      if (place <= (ends[line - 1] ?? -1)) break;
      if (place <= (ends[line] ?? Number.POSITIVE_INFINITY)) return line;
    }
    line = countUntil(ends.length, (i) => (ends[i] ?? 0) < place);
    return line;
  };
}

import { countUntil } from "./count-until.ts";

/** Where the lines of a text end, for counting those between two places. */
export interface LineEnds {
  between(from: number, to: number): number;
}

export function findLineEnds(text: string): LineEnds {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) ends.push(at);
  const countBefore = (place: number) => countUntil(ends.length, (i) => (ends[i] ?? 0) < place);
  return { between: (from, to) => countBefore(to) - countBefore(from) };
}

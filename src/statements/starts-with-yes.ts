import { columns } from "./split-sentences.ts";

/** A yes or no of any language fits into as many columns. */
const YES = 14;

/** Whether a sentence begins with a clause as short as a yes or no, such as "Yes, but only on Windows." */
export function startsWithYes(sentence: string): boolean {
  return columns(sentence.split(CLAUSE_END)[0] ?? "") <= YES;
}

const CLAUSE_END = /[,;:、，；：،؛]|\s[-–—]\s/u;

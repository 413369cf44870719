import { boundedAtWord } from "../text/bounded.ts";
import { classify } from "./model.ts";

/** Splits after punctuation that ends a clause in any script. In scripts with spaces, a space must follow. */
const CLAUSES = /(?<=[.!?;:,؟،؛]\s+)(?=\S)|(?<=[。！？；：，、])/u;
const ELLIPSIS = "…";
/** Clauses are classified as if each were a short answer of its own. */
const FORM = { index: 0, count: 1, prompts: 9, reply: "choice", pasted: false, turn: null } as const;

/** Truncates a text to its most valuable consecutive clauses. Ellipses mark omitted text. */
export function truncateToBestClauses(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const clauses = text.split(CLAUSES);
  const runs = clauses.flatMap((_, i) => longestRun(clauses.slice(i), maxChars - 2 * ELLIPSIS.length));
  const [best] = runs.toSorted((a, b) => totalWorth(b) - totalWorth(a));
  if (best === undefined) return boundedAtWord(text, maxChars);
  const before = text.startsWith(best) ? "" : ELLIPSIS;
  return `${before}${best}${text.endsWith(best) ? "" : ELLIPSIS}`;
}

/** Joins as many of the first clauses as fit. Empty if even the first is too long. */
function longestRun(clauses: readonly string[], maxChars: number): string[] {
  let run = "";
  for (const clause of clauses) {
    const longer = run + clause;
    if (longer.trim().length > maxChars) break;
    run = longer;
  }
  return run === "" ? [] : [run.trim()];
}

/** Weighted by length, since the longer of two equally valuable texts says more. */
function totalWorth(text: string): number {
  return classify({ text, ...FORM }).worth * text.length;
}

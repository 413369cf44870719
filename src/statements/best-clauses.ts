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

/** A clause is minor if it is worth less than `LOW_WORTH` and less than a third of the best clause. */
const LOW_WORTH = 0.2;
const RATIO = 3;
const MIN_LENGTH = 20;

/**
 * Drops the minor clauses at both ends of a sentence, leaving ellipses: in `yes, show the split per rate please, the
 * auditor asked again`, the first and the last. The text before a colon is kept, since the rest is about it.
 */
export function dropMinorClauses(sentence: string): string {
  const clauses = sentence.split(CLAUSES);
  if (clauses.length < 2) return sentence;
  const worths = clauses.map((clause) => classify({ text: clause.trim(), ...FORM, reply: "none" }).worth);
  const best = Math.max(...worths);
  const isNeeded = (clause: string, i: number) =>
    (worths[i] ?? 0) >= Math.min(LOW_WORTH, best / RATIO) || SUBJECT.test(clause);
  const from = clauses.findIndex(isNeeded);
  const to = clauses.findLastIndex(isNeeded) + 1;
  const kept = clauses.slice(from, to).join("").trim();
  if (best < 2 * LOW_WORTH || kept.length < MIN_LENGTH) return sentence;
  return `${from > 0 ? ELLIPSIS : ""}${kept}${to < clauses.length ? ELLIPSIS : ""}`;
}

const SUBJECT = /[:：]\s*$/u;

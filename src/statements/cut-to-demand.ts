import { boundedAtWord } from "../text/bounded.ts";
import { classify } from "./model.ts";

/** After a mark that ends a clause in any script; outside of scripts without spaces a space follows it. */
const CLAUSES = /(?<=[.!?;:,؟،؛]\s+)(?=\S)|(?<=[。！？；：，、])/u;
const ELLIPSIS = "…";
/** As a separate short answer. */
const FORM = { index: 0, count: 1, prompts: 9, reply: "choice", pasted: false, turn: null } as const;

/** A text of at most `most` characters: of a longer one the clauses that demand most, with marks where others were left out. */
export function cutToDemand(text: string, most: number): string {
  if (text.length <= most) return text;
  const clauses = text.split(CLAUSES);
  const runs = clauses.flatMap((_, i) => longestRun(clauses.slice(i), most - 2 * ELLIPSIS.length));
  const [best] = runs.toSorted((a, b) => demandOf(b) - demandOf(a));
  if (best === undefined) return boundedAtWord(text, most);
  const before = text.startsWith(best) ? "" : ELLIPSIS;
  return `${before}${best}${text.endsWith(best) ? "" : ELLIPSIS}`;
}

/** As many of the clauses as fit, from the first on; none if that is too long. */
function longestRun(clauses: readonly string[], most: number): string[] {
  let run = "";
  for (const clause of clauses) {
    const longer = run + clause;
    if (longer.trim().length > most) break;
    run = longer;
  }
  return run === "" ? [] : [run.trim()];
}

/** Of two texts that are needed equally the longer one says more. */
function demandOf(text: string): number {
  return classify({ text, ...FORM }).worth * text.length;
}

/** A clause is dispensable if another one of its sentence is worth three times as much. */
const LITTLE = 0.2;
const MUCH_MORE = 3;
const SHORTEST = 20;

/**
 * A sentence without the dispensable clauses at its ends, with marks where they were: `yes, show the split per rate please, the
 * auditor asked again`. What stands before a colon stays, since the rest is about it.
 */
export function trimToDemand(sentence: string): string {
  const clauses = sentence.split(CLAUSES);
  if (clauses.length < 2) return sentence;
  const worths = clauses.map((clause) => classify({ text: clause.trim(), ...FORM, reply: "none" }).worth);
  const most = Math.max(...worths);
  const isNeeded = (clause: string, i: number) =>
    (worths[i] ?? 0) >= Math.min(LITTLE, most / MUCH_MORE) || SUBJECT.test(clause);
  const from = clauses.findIndex(isNeeded);
  const to = clauses.findLastIndex(isNeeded) + 1;
  const kept = clauses.slice(from, to).join("").trim();
  if (most < 2 * LITTLE || kept.length < SHORTEST) return sentence;
  return `${from > 0 ? ELLIPSIS : ""}${kept}${to < clauses.length ? ELLIPSIS : ""}`;
}

const SUBJECT = /[:：]\s*$/u;

import { boundedAtWord } from "../text/bounded.ts";
import { classify } from "./classify.ts";

/** After a mark that ends a clause in any script. */
const CLAUSES = /(?<=[.!?;:,。！？；：，、؟،؛](?=[\s\p{L}]))\s*/u;
const ELLIPSIS = "…";
/** As a short answer of its own. */
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
    const longer = run === "" ? clause : `${run} ${clause}`;
    if (longer.length > most) break;
    run = longer;
  }
  return run === "" ? [] : [run];
}

/** Of two texts that are needed alike the longer one says more. */
function demandOf(text: string): number {
  return classify({ text, ...FORM }).worth * text.length;
}

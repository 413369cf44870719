/** What to do with held prompts. Numbers start at 1. */
export type HeldChoice =
  | { type: "run"; numbers: number[] }
  | { type: "edit"; number: number }
  | { type: "none" }
  | { type: "delete" }
  | { type: "invalid" };

/** Parses `all`, `2`, `1,3`, `edit 2`, `none` and `delete`; for a single prompt also `y`, `n` and `edit` (P36-P38). */
export function parseHeldChoice(answer: string, count: number): HeldChoice {
  const said = answer.trim().toLowerCase();
  if (NO.has(said)) return { type: "none" };
  if (said === "delete") return { type: "delete" };
  if (said === "all" || (count === 1 && YES.has(said)))
    return run(
      Array.from({ length: count }, (_, i) => i + 1),
      count,
    );
  const edited = /^edit(?:\s+(\d{1,6}))?$/.exec(said);
  if (edited) return edit(edited[1] === undefined && count === 1 ? 1 : Number(edited[1]), count);
  return /^\d{1,6}(?:\s*,\s*\d{1,6})*$/.test(said)
    ? run(said.split(",").map(Number), count)
    : { type: "invalid" };
}

const NO = new Set(["none", "n", "no"]);
const YES = new Set(["y", "yes"]);

/** Removes duplicates. Prompts run in the order of the list, not of the answer (`applyHeldAnswer`). */
function run(wanted: readonly number[], count: number): HeldChoice {
  const numbers = [...new Set(wanted)];
  return numbers.every((number) => isListed(number, count)) ? { type: "run", numbers } : { type: "invalid" };
}

function edit(number: number, count: number): HeldChoice {
  return isListed(number, count) ? { type: "edit", number } : { type: "invalid" };
}

function isListed(number: number, count: number): boolean {
  return number >= 1 && number <= count;
}

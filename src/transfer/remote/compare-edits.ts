import type { Relation } from "../compare-records.ts";

/** How often each machine has changed a session since it knows it, by the id of the machine. */
export type Edits = Readonly<Record<string, number>>;

/** What the first has, compared with the second. */
export function compareEdits(one: Edits, other: Edits): Relation {
  const isAhead = hasMore(one, other);
  const isBehind = hasMore(other, one);
  if (isAhead) return isBehind ? "diverged" : "ahead";
  return isBehind ? "behind" : "same";
}

/** What is known once both are known. */
export function mergeEdits(one: Edits, other: Edits): Edits {
  const machines = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...machines].map((machine) => [machine, Math.max(one[machine] ?? 0, other[machine] ?? 0)]),
  );
}

function hasMore(one: Edits, other: Edits): boolean {
  return Object.entries(one).some(([machine, count]) => count > (other[machine] ?? 0));
}

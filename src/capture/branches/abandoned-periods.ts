import type { AbandonedPeriod, Transcript } from "../../kernel/agent/transcript.ts";
import type { Capture } from "../../kernel/capture.ts";

/** Maximum difference between the time of a hook and the time of the same thing in the transcript. */
const HOOK_MS = 10_000;

/**
 * Returns the branches that have been left so far. Some clients keep them in the transcript. Others remove them with
 * the next prompt; these still count as left, unless an entry from that period reappears.
 */
export function listAbandonedPeriods(
  known: Capture["left"],
  { branches, entries }: Pick<Transcript, "branches" | "entries">,
): AbandonedPeriod[] {
  const shown = branches?.left ?? [];
  const gone = known.filter(({ from, last }) => {
    const isIn = ({ at }: { at: number }) => at >= from && at <= last;
    return !entries.some(isIn) && !shown.some((period) => period.from <= last && period.last >= from);
  });
  const dated = gone.map(({ from, last, until }) => {
    const next = entries.find(({ at }) => at > last);
    return { from, last, until: until ?? next?.at ?? Number.POSITIVE_INFINITY };
  });
  return [...dated, ...shown].toSorted((a, b) => a.from - b.from);
}

/** Converts to the stored form, in which null stands for infinity. */
export function toStoredPeriods(left: readonly AbandonedPeriod[]): Capture["left"] {
  return left.map(({ until, ...period }) => ({ ...period, until: Number.isFinite(until) ? until : null }));
}

/** Converts from the stored form. */
export function fromStoredPeriods({ left }: Pick<Capture, "left">): AbandonedPeriod[] {
  return left.map(({ until, ...period }) => ({ ...period, until: until ?? Number.POSITIVE_INFINITY }));
}

/** Whether two lists of branches are equal, that is, no one switched branches in between. */
export function areSamePeriods(one: readonly AbandonedPeriod[], other: readonly AbandonedPeriod[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ from, last, until }, i) => {
      const same = other[i];
      return same?.from === from && same.last === last && same.until === until;
    })
  );
}

/** Whether something that a hook or the transcript reported may belong to a branch that was left. */
export function mayBeAbandoned({ at }: { at: number }, left: readonly AbandonedPeriod[]): boolean {
  return left.some(({ from, last }) => at >= from - HOOK_MS && at <= last + HOOK_MS);
}

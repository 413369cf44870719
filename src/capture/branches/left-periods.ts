import type { LeftPeriod, Transcript } from "../../kernel/agent/transcript.ts";
import type { Capture } from "../../kernel/capture.ts";

/** How much later or earlier a hook reports something than the transcript dates it. */
const HOOK_MS = 10_000;

/**
 * The branches that were left by now. Some clients keep them in the transcript; another takes them out with the next prompt, and
 * they stay left unless something of that time is back.
 */
export function leftSince(
  known: Capture["left"],
  { branches, entries }: Pick<Transcript, "branches" | "entries">,
): LeftPeriod[] {
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

/** As they are kept with a session. */
export function storableLeft(left: readonly LeftPeriod[]): Capture["left"] {
  return left.map(({ until, ...period }) => ({ ...period, until: Number.isFinite(until) ? until : null }));
}

/** As they were kept with a session. */
export function storedLeft({ left }: Pick<Capture, "left">): LeftPeriod[] {
  return left.map(({ until, ...period }) => ({ ...period, until: until ?? Number.POSITIVE_INFINITY }));
}

/** Whether nobody went back or returned since. */
export function isSameLeft(one: readonly LeftPeriod[], other: readonly LeftPeriod[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ from, last, until }, i) => {
      const same = other[i];
      return same?.from === from && same.last === last && same.until === until;
    })
  );
}

/** Whether something that a hook or the transcript reported may be of a branch that was left. */
export function mayBeLeft({ at }: { at: number }, left: readonly LeftPeriod[]): boolean {
  return left.some(({ from, last }) => at >= from - HOOK_MS && at <= last + HOOK_MS);
}

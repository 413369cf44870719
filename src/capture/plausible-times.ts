import type { TranscriptEntry } from "../kernel/transcript.ts";

/**
 * The entries in their order, each with a time that can be true. One without a time, or with one that is still to come, was
 * written right behind the entry before it; at the beginning of what was read, right before the next one.
 */
export function withPlausibleTimes(entries: readonly TranscriptEntry[], now: number): TranscriptEntry[] {
  const isPlausible = ({ at }: TranscriptEntry) => at > 0 && at <= now;
  let known = entries.find(isPlausible)?.at ?? now;
  return entries.map((entry) => {
    if (!isPlausible(entry)) return { ...entry, at: known };
    known = entry.at;
    return entry;
  });
}

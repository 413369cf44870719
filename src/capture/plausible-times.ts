import type { TranscriptEntry } from "../kernel/transcript.ts";

/**
 * The entries in their order, each with a plausible time. An entry without a time, or with one in the future, gets the time of the
 * entry before it, or at the beginning that of the next one.
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

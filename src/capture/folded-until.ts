import type { Capture } from "../kernel/capture.ts";

/**
 * The time up to which a transcript was folded. One that is still to come was taken from an entry with a wrong time: it must
 * not hide what is written until then.
 */
export function foldedUntil({ foldedTo }: Pick<Capture, "foldedTo">, now: number): number {
  return foldedTo > now ? 0 : foldedTo;
}

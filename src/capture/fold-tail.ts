import type { Capture } from "../kernel/capture.ts";
import type { TranscriptTail } from "../kernel/transcript-tail.ts";
import { foldAnew } from "./branches/fold-anew.ts";
import { isSameLeft, storedLeft } from "./branches/left-periods.ts";
import { foldEntry } from "./fold-entry.ts";
import { foldedUntil } from "./folded-until.ts";

/** Catches up with a session's transcript: what hooks missed (a killed client, hooks off) is there. */
export function foldTail(tail: TranscriptTail | undefined, capture: Capture): Capture {
  if (!tail || capture.paused) return capture;
  const until = foldedUntil(capture, tail.readAt);
  const left = tail.branches?.left ?? [];
  const hasMoved = tail.hasMoved && !isSameLeft(left, storedLeft(capture));
  const fresh = tail.entries.filter(({ at }) => at >= until);
  return {
    ...(hasMoved ? foldAnew(capture, tail, left) : fresh.reduce(foldEntry, capture)),
    foldedTo: fresh.reduce((newest, { at }) => Math.max(newest, at), until),
    transcriptBytes: tail.bytes,
    transcriptPath: tail.path,
    tokens: tail.tokens ?? capture.tokens,
    contextUse: tail.use ?? (fresh.some(({ type }) => type === "compaction") ? null : capture.contextUse),
  };
}

import type { TranscriptTail } from "../kernel/agent/transcript.ts";
import type { Capture } from "../kernel/capture.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { foldAnew } from "./branches/fold-anew.ts";
import { isSameLeft, storedLeft } from "./branches/left-periods.ts";
import { foldEntry } from "./fold-entry.ts";

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

/**
 * The time up to which a transcript was folded. One that is still to come was taken from an entry with a wrong time: it must
 * not hide what is written until then.
 */
export function foldedUntil({ foldedTo }: Pick<Capture, "foldedTo">, now: number): number {
  return foldedTo > now ? 0 : foldedTo;
}

/** The session, counting the prompts that were found in its transcript only like those that a hook reported. */
export function withFolded<S extends SessionSummary>(session: S, before: Capture, folded: Capture): S {
  const added = Math.max(0, folded.promptsSeen - before.promptsSeen);
  if (added === 0) return session;
  const newest = folded.prompts.at(-1)?.at ?? 0;
  return {
    ...session,
    promptCount: session.promptCount + added,
    promptsSinceCheckpoint: session.promptsSinceCheckpoint + added,
    lastPromptAt: Math.max(session.lastPromptAt ?? 0, newest),
  };
}

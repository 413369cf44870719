import type { TranscriptTail } from "../kernel/agent/transcript.ts";
import type { Capture } from "../kernel/capture.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { beginTurn } from "../sessions/begin-turn.ts";
import { areSamePeriods, fromStoredPeriods } from "./branches/abandoned-periods.ts";
import { refoldCapture } from "./branches/refold-capture.ts";
import { withoutFailedTodos } from "./facts/without-failed-todos.ts";
import { foldEntry } from "./fold-entry.ts";

/**
 * Adds the new part of a session's transcript, which also contains what hooks missed because of a killed client or
 * disabled hooks.
 */
export function foldTail(tail: TranscriptTail | undefined, capture: Capture): Capture {
  if (!tail || capture.paused) return capture;
  const until = foldedUntil(capture, tail.readAt);
  const left = tail.branches?.left ?? [];
  const hasMoved = tail.hasMoved && !areSamePeriods(left, fromStoredPeriods(capture));
  const fresh = withoutFailedTodos(tail.entries.filter(({ at }) => at >= until));
  return {
    ...(hasMoved ? refoldCapture(capture, tail, left) : fresh.reduce(foldEntry, capture)),
    title: titleAfter(tail, capture),
    foldedTo: fresh.reduce((newest, { at }) => Math.max(newest, at), until),
    transcriptBytes: tail.bytes,
    transcriptPath: tail.path,
    tokens: tail.tokens ?? capture.tokens,
    contextUse: tail.use ?? (fresh.some(({ type }) => type === "compaction") ? null : capture.contextUse),
  };
}

/** A name is kept until the user gives another one. */
function titleAfter({ title: given }: TranscriptTail, { title }: Capture): Capture["title"] {
  return given ?? title;
}

/**
 * The time up to which a transcript was folded. A time in the future comes from an entry with a wrong timestamp and is
 * ignored, since it would hide everything that is written until then.
 */
export function foldedUntil({ foldedTo }: Pick<Capture, "foldedTo">, now: number): number {
  return foldedTo > now ? 0 : foldedTo;
}

/** Updates the counters of a session for prompts that were found only in its transcript. */
export function countFoundPrompts<S extends SessionSummary>(session: S, before: Capture, folded: Capture): S {
  const added = Math.max(0, folded.promptsSeen - before.promptsSeen);
  if (added === 0) return session;
  const newest = folded.prompts.at(-1)?.at ?? 0;
  if (newest > (session.lastPromptAt ?? 0))
    return { ...beginTurn(session, newest, added), firstToolUseAt: folded.turn?.tools ? newest : null };
  return {
    ...session,
    promptCount: session.promptCount + added,
    promptsSinceCheckpoint: session.promptsSinceCheckpoint + added,
    lastPromptAt: session.lastPromptAt ?? newest,
  };
}

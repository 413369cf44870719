import type { AbandonedPeriod, TranscriptEntry, TranscriptTail } from "../../kernel/agent/transcript.ts";
import type { Capture } from "../../kernel/capture.ts";
import { withoutFailedTodos } from "../facts/without-failed-todos.ts";
import { foldEntry } from "../fold-entry.ts";
import { mayBeAbandoned, toStoredPeriods } from "./abandoned-periods.ts";

/** Resets the fields about what was said. All of it is in the transcript and is read again from there. */
const SAID: Partial<Capture> = {
  goal: null,
  prompts: [],
  proposal: null,
  responses: [],
  summary: null,
  todos: [],
  decisions: [],
  lastAnswer: null,
  turn: null,
  offer: null,
  questions: [],
  lastUserText: null,
};

/**
 * Rebuilds the capture after the person has switched branches: without anything from the branches that were left, and
 * with what the transcript contains of the live one. Facts about the session itself are kept.
 */
export function refoldCapture(
  capture: Capture,
  tail: TranscriptTail,
  left: readonly AbandonedPeriod[],
): Capture {
  const { resumedAt } = capture;
  // The transcript also contains what was said while capture was paused.
  const isComplete = tail.isWhole && resumedAt === 0;
  const entries = withoutFailedTodos(tail.entries.filter(({ at }) => at >= resumedAt));
  const kept = keptOf(capture, entries, { left, isComplete });
  const folded = entries.reduce(foldEntry, { ...kept, promptsSeen: kept.prompts.length });
  return {
    ...folded,
    queries: capture.queries,
    remembered: capture.remembered,
    promptsSeen: Math.max(folded.promptsSeen, capture.promptsSeen),
    files: folded.files.toSorted((a, b) => a.at - b.at),
    commands: folded.commands.toSorted((a, b) => a.at - b.at),
    left: toStoredPeriods(left),
  };
}

/** Returns the part of a capture that is kept; the entries are then added to it. */
function keptOf(
  capture: Capture,
  entries: readonly TranscriptEntry[],
  { left, isComplete }: { left: readonly AbandonedPeriod[]; isComplete: boolean },
): Capture {
  const isLive = (fact: { at: number }) => !mayBeAbandoned(fact, left);
  const first = entries[0]?.at ?? 0;
  const newest = entries.reduce((time, { at }) => Math.max(time, at), 0);
  // From an earlier session, or too new to be in the transcript.
  const isElsewhere = (fact: { at: number }) => isLive(fact) && (fact.at < first || fact.at > newest);
  const kept = {
    ...capture,
    files: capture.files.filter(isLive),
    commands: capture.commands.filter(isLive),
  };
  if (isComplete)
    return {
      ...kept,
      ...SAID,
      prompts: capture.prompts.filter((fact) => isLive(fact) && fact.at > newest),
      responses: capture.responses.filter((fact) => isLive(fact) && fact.at > newest),
      sentences: capture.sentences.filter(isElsewhere),
    };
  return {
    ...kept,
    prompts: capture.prompts.filter(isLive),
    responses: capture.responses.filter(isLive),
    sentences: capture.sentences.filter(isLive),
  };
}

import type { AbandonedPeriod } from "../kernel/agent/transcript.ts";

/** A line of a conversation that is stored as a tree. */
export interface BranchLine {
  at: string | null | undefined;
  /** The line is on the branch that the conversation continues. */
  isLive: boolean;
  /** The agent wrote the line. */
  isAnswer: boolean;
}

/**
 * The periods in which abandoned branches were written: the user left them by going back. No client reports this, so it
 * is derived from the lines, which are in file order. A prompt without an answer is not a branch: the user took it
 * back.
 */
export function abandonedPeriods(lines: readonly BranchLine[]): AbandonedPeriod[] {
  const periods: AbandonedPeriod[] = [];
  let now: { from: number; last: number; isAnswered: boolean } | undefined;
  const end = (until: number) => {
    if (now?.isAnswered) periods.push({ from: now.from, last: now.last, until });
    now = undefined;
  };
  for (const { at: written, isLive, isAnswer } of lines) {
    const at = Date.parse(written ?? "");
    if (Number.isNaN(at)) continue;
    if (isLive) end(at);
    else now = { from: now?.from ?? at, last: at, isAnswered: now?.isAnswered === true || isAnswer };
  }
  end(Number.POSITIVE_INFINITY);
  return periods;
}

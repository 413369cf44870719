import type { LeftPeriod } from "../kernel/agent/transcript.ts";

/** A line of a conversation that is kept as a tree, in file order. */
export interface BranchLine {
  at: string | null | undefined;
  /** On the branch on which the conversation continues. */
  isLive: boolean;
  /** The agent said it. */
  isAnswer: boolean;
}

/**
 * When the branches were written that the user left by going back. No client reports it, so only the lines show it.
 * A prompt without an answer is no branch: it was taken back.
 */
export function leftPeriods(lines: readonly BranchLine[]): LeftPeriod[] {
  const periods: LeftPeriod[] = [];
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

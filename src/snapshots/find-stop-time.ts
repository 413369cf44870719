import type { Capture } from "../kernel/capture.ts";
import type { Statement } from "../kernel/statement.ts";

/** What the agent did when it was stopped may be noted this much later. */
const UNDER_WAY_MS = 5_000;

/**
 * When the person stopped the agent, or an error of the model did, if nobody did anything from then until a moment. No
 * hook reports it, but the transcript has it.
 */
export function findStopTime(capture: Capture, until = Number.POSITIVE_INFINITY): number | undefined {
  const isBefore = ({ at }: Timed) => at < until;
  const responses = capture.responses.filter(isBefore);
  const others = [...listTime(capture.failedAt), ...listLeft(capture, until)].filter(isBefore);
  const stop = newest([...responses.filter(stopsAgent), ...others]);
  if (!stop) return undefined;
  const since = (margin: number) => (each: Timed) => isBefore(each) && each.at > stop.at + margin;
  const isOver =
    [...capture.prompts, ...responses].some(since(0)) || listWork(capture).some(since(UNDER_WAY_MS));
  return isOver ? undefined : stop.at;
}

type Timed = { at: number };

/** A refusal without a reason stops it too, and is then noted instead of the interruption. */
function stopsAgent({ channel, text }: Statement): boolean {
  return channel === "interruption" || (channel === "refusal" && text === "");
}

/** A person who goes back in the conversation has stopped the agent before. An agent that does so itself works on. */
function listLeft({ left }: Capture, until: number): readonly Timed[] {
  return Number.isFinite(until) ? left.map(({ last }) => ({ at: last })) : [];
}

function listWork({ commands, files, lastAnswerAt }: Capture): readonly Timed[] {
  return [...commands, ...files, ...listTime(lastAnswerAt)];
}

function listTime(at: number | null): Timed[] {
  return at === null ? [] : [{ at }];
}

function newest(times: readonly Timed[]): Timed | undefined {
  return times.toSorted((a, b) => a.at - b.at).at(-1);
}

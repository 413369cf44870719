import type { Capture } from "../kernel/capture.ts";
import type { Statement } from "../kernel/statement.ts";

/** What the agent did when it was stopped may be noted this much later. */
const UNDER_WAY_MS = 5_000;

/**
 * When the person stopped the agent, if neither of them did anything from then until a moment. No hook reports it, but
 * the transcript has it.
 */
export function findInterruption(capture: Capture, until = Number.POSITIVE_INFINITY): number | undefined {
  const isBefore = ({ at }: { at: number }) => at < until;
  const last = capture.responses.findLast(isBefore);
  if (!last || !stopsAgent(last)) return undefined;
  const isPrompted = capture.prompts.filter(isBefore).some(({ at }) => at > last.at);
  const hasWorked = listWork(capture)
    .filter(isBefore)
    .some(({ at }) => at > last.at + UNDER_WAY_MS);
  return isPrompted || hasWorked ? undefined : last.at;
}

/** A refusal without a reason stops it too, and is then noted instead of the interruption. */
function stopsAgent({ channel, text }: Statement): boolean {
  return channel === "interruption" || (channel === "refusal" && text === "");
}

function listWork({ commands, files, lastAnswerAt }: Capture): { at: number }[] {
  return [...commands, ...files, { at: lastAnswerAt ?? 0 }];
}

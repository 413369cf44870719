import { applyRewinds, openMarks } from "./apply-rewinds.ts";
import type { MessageShape } from "./message-shape.ts";
import { isReportText } from "./report-tag.ts";
import { checkpointResult, REFUSALS, rewindResult } from "./tool-texts.ts";

/** The answer of one of the two tools. If `ok` is false, the host should report it as an error of the tool. */
export type Answer = { ok: true; text: string } | { ok: false; text: string };

/** Answers a call of `checkpoint`, given the conversation. */
export function answerCheckpoint<M>(
  shape: MessageShape<M>,
  messages: readonly M[],
  { goal, nested = false }: { goal: string; nested?: boolean },
): Answer {
  if (!nested && openMarks(shape, messages).length > 0) return { ok: false, text: REFUSALS.active };
  return { ok: true, text: checkpointResult(goal) };
}

/** Answers a call of `rewind`. After an error, the mark is still open. */
export function answerRewind<M>(
  shape: MessageShape<M>,
  messages: readonly M[],
  { report }: { report: string },
): Answer {
  if (openMarks(shape, messages).length === 0) {
    const { messages: current } = applyRewinds(shape, messages);
    const isDone = current.some((message) => isReportText(shape.read(message).text));
    return { ok: false, text: isDone ? REFUSALS.completed : REFUSALS.none };
  }
  if (report.trim() === "") return { ok: false, text: REFUSALS.empty };
  return { ok: true, text: rewindResult() };
}

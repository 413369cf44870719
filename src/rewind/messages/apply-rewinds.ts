import { type CollapseOptions, type CollapseResult, collapse } from "./collapse.ts";
import { findMarks, type Mark } from "./find-marks.ts";
import type { MessageShape } from "./message-shape.ts";
import { pairCalls } from "./pair-calls.ts";

export interface ApplyResult<M> {
  messages: M[];
  /** What each rewind replaced, in order. */
  rewinds: (Omit<CollapseResult<M>, "messages"> & { mark: Mark })[];
}

/** Stands for a mark that is no longer in the conversation. */
const UNKNOWN: Mark = { call: "", goal: "earlier work" };

/**
 * Applies all pending rewinds: those that the model requested and that were not applied yet. It is deterministic,
 * idempotent and needs only the conversation, so it may be called before each request and after a restart.
 */
export function applyRewinds<M>(
  shape: MessageShape<M>,
  messages: readonly M[],
  how: Pick<CollapseOptions, "classify"> = {},
): ApplyResult<M> {
  const applied: ApplyResult<M> = { messages: [...messages], rewinds: [] };
  for (;;) {
    const { due } = findMarks(pairCalls(applied.messages.map((message) => shape.read(message))));
    if (!due) return applied;
    const { call, goal } = due.mark ?? UNKNOWN;
    const rewind = due.exchange.call.id;
    const mark = { call, goal };
    const done = collapse(shape, applied.messages, mark, { ...how, report: due.report, rewind });
    applied.messages = done.messages;
    const { dropped, facts, warning } = done;
    applied.rewinds.push({ mark, dropped, facts, warning });
  }
}

/** Returns the marks that are open at the end of the conversation, outermost first. */
export function openMarks<M>(shape: MessageShape<M>, messages: readonly M[]): Mark[] {
  const { messages: current } = applyRewinds(shape, messages);
  const { open } = findMarks(pairCalls(current.map((message) => shape.read(message))));
  return open.map(({ call, goal }) => ({ call, goal }));
}

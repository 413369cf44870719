import type { Mark } from "./find-marks.ts";
import type { MessageShape } from "./message-shape.ts";
import { type Exchange, isBefore, type Position, pairCalls } from "./pair-calls.ts";
import { isInside, keepsCall, replaceSpan } from "./replace-span.ts";
import { reportText } from "./report-text.ts";
import { type ClassifyCall, collectFacts, type SpanFacts } from "./span-facts.ts";
import { closesMark, completedResult, isCheckpoint, isRewind } from "./tool-texts.ts";

export interface CollapseOptions {
  report: string;
  /**
   * The id of the `rewind` call. Calls in the same message and later messages are kept. Without it, everything is
   * replaced.
   */
  rewind?: string | undefined;
  /** What happened in the span. By default read from its messages. */
  facts?: SpanFacts | undefined;
  classify?: ClassifyCall | undefined;
  /** The id that the report cites for looking up details. By default the call of the mark. */
  cite?: string | undefined;
  /** Calls that were made before the mark, newest last. They determine where to cut if the mark itself is gone. */
  before?: readonly string[] | undefined;
}

export interface CollapseResult<M> {
  messages: M[];
  /** What the report replaced. */
  dropped: M[];
  facts: SpanFacts;
  /** Why it was not cut at the mark; null if it was. */
  warning: string | null;
}

/**
 * Replaces everything after a mark by a report. A call and its result are kept or removed together. Other calls in the
 * messages of `checkpoint` and `rewind` are kept, even if their results came late. If the mark is gone, as after a
 * compaction, cuts after the newest call in `before` and returns a warning. If there is none, only the rewind itself is
 * removed.
 */
export function collapse<M>(
  shape: MessageShape<M>,
  messages: readonly M[],
  mark: Mark,
  how: CollapseOptions,
): CollapseResult<M> {
  const views = messages.map((message) => shape.read(message));
  const exchanges = pairCalls(views);
  const rewind = findRewind(exchanges, how.rewind);
  const cut = findCut(exchanges, mark, { rewind, before: how.before ?? [] });
  // A second rewind in the same message was refused.
  const span = {
    begin: cut.message,
    end: rewind?.at.message ?? messages.length,
    ends: ({ call }: Exchange) => isRewind(call),
  };
  const removed = {
    // The message of the rewind loses its text, unless it is also that of the mark.
    views: views.filter(
      (_, message) => isInside(span, message) || (message === rewind?.at.message && message > span.begin),
    ),
    exchanges: exchanges.filter((exchange) => !keepsCall(span, exchange)),
  };
  const facts = how.facts ?? collectFacts(removed, how.classify);
  const { goal, call } = mark;
  const { report, cite = call } = how;
  const text = reportText({ goal, mark: cite, report, facts, warning: cut.warning ?? undefined });
  const result = replaceSpan(shape, messages, span, {
    views,
    exchanges,
    report: { message: shape.user(text), after: span.begin },
    completed: cut.result && { at: cut.result, text: completedResult(goal) },
  });
  return {
    messages: result,
    dropped: messages.filter((_, index) => isInside(span, index)),
    facts,
    warning: cut.warning,
  };
}

/** If a provider reused the id, the first accepted call is the one that is not applied yet. */
function findRewind(exchanges: readonly Exchange[], id: string | undefined): Exchange | undefined {
  const named = exchanges.filter(({ call }) => isRewind(call) && call.id === id);
  return named.find(({ result }) => result && closesMark(result.result)) ?? named.at(-1);
}

interface Cut {
  /** The index of the last message that is kept; -1 for none. */
  message: number;
  /** The position of the mark's result. */
  result?: Position | undefined;
  warning: string | null;
}

function findCut(
  exchanges: readonly Exchange[],
  mark: Mark,
  { rewind, before }: { rewind: Exchange | undefined; before: readonly string[] },
): Cut {
  const older = exchanges.filter((exchange) => !rewind || isBefore(exchange.at, rewind.at));
  const own = older.findLast(({ call }) => call.id === mark.call && isCheckpoint(call));
  if (own) return { message: own.at.message, result: own.result?.at, warning: null };
  const ancestor = older.findLast(({ call }) => before.includes(call.id));
  const gone = "the checkpoint is no longer in the conversation";
  if (ancestor)
    return {
      message: ancestor.at.message,
      warning: `${gone}; the conversation was cut after the nearest earlier call.`,
    };
  const last = rewind ? rewind.at.message - 1 : Number.MAX_SAFE_INTEGER;
  return {
    message: last,
    warning: `${gone}, and neither is anything before it, so the rest of the exploration stays.`,
  };
}

import type { Mark } from "./find-marks.ts";
import { keepExchanges } from "./keep-exchanges.ts";
import type { MessageShape } from "./message-shape.ts";
import { type Exchange, isBefore, type Place, pairCalls } from "./pair-calls.ts";
import { reportText } from "./report-text.ts";
import { type ClassifyCall, collectFacts, type SpanFacts } from "./span-facts.ts";
import { closesMark, completedResult, isCheckpoint, isRewind } from "./tool-texts.ts";

export interface Rewinding {
  report: string;
  /** The call that asked for it. The calls beside it stay, and so does what comes after; without it, nothing does. */
  rewind?: string | undefined;
  /** What happened in the span; read from it by default. */
  facts?: SpanFacts | undefined;
  classify?: ClassifyCall | undefined;
  /** By which more can be looked up; the call of the mark by default. */
  cite?: string | undefined;
  /** Calls that were made before the mark, newest last: where to cut when the mark itself is gone. */
  before?: readonly string[] | undefined;
}

export interface Collapsed<M> {
  messages: M[];
  /** What the report replaced. */
  dropped: M[];
  facts: SpanFacts;
  /** Why it was not cut at the mark; null where it was. */
  warning: string | null;
}

/**
 * Replaces what came after a mark by a report. A call and its result stay or go together: the calls beside `checkpoint` and
 * beside `rewind` stay, with results that came late, too. Where the mark is gone, as after a compaction, it is cut behind
 * the newest call that is known to be older, and says so; where there is none, nothing but the rewind itself is cut.
 */
export function collapse<M>(
  shape: MessageShape<M>,
  messages: readonly M[],
  mark: Mark,
  how: Rewinding,
): Collapsed<M> {
  const views = messages.map((message) => shape.read(message));
  const exchanges = pairCalls(views);
  const rewind = findRewind(exchanges, how.rewind);
  const cut = findCut(exchanges, mark, { rewind, before: how.before ?? [] });
  const end = rewind?.at.message ?? messages.length;
  const inSpan = (message: number) => message > cut.message && message < end;
  const isKept = (exchange: Exchange) => keepsCall(exchange, { inSpan, end, rewind, boundary: cut.message });
  const gone = {
    views: views.filter((_, place) => inSpan(place)),
    exchanges: exchanges.filter((exchange) => !isKept(exchange)),
  };
  const facts = how.facts ?? collectFacts(gone, how.classify);
  const { goal, call } = mark;
  const { report, cite = call } = how;
  const text = reportText({ goal, mark: cite, report, facts, warning: cut.warning ?? undefined });
  const result = keepExchanges(shape, messages, {
    views,
    kept: exchanges.filter(isKept),
    // What was said together with the rewind belongs to the exploration.
    keepsProse: (place) => !inSpan(place) && (place !== rewind?.at.message || place === cut.message),
    report: { message: shape.user(text), behind: cut.message },
    completed: cut.result && { at: cut.result, text: completedResult(goal) },
  });
  return {
    messages: result,
    dropped: messages.filter((_, place) => inSpan(place)),
    facts,
    warning: cut.warning,
  };
}

/** Where a provider used the id again, the first that was accepted is not applied yet. */
function findRewind(exchanges: readonly Exchange[], id: string | undefined): Exchange | undefined {
  const named = exchanges.filter(({ call }) => isRewind(call) && call.id === id);
  return named.find(({ result }) => result && closesMark(result.result)) ?? named.at(-1);
}

interface Cut {
  /** The last message that stays; -1 for none. */
  message: number;
  /** Where the mark's own result is. */
  result?: Place | undefined;
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

interface Bounds {
  inSpan: (message: number) => boolean;
  end: number;
  rewind: Exchange | undefined;
  boundary: number;
}

function keepsCall(exchange: Exchange, { inSpan, end, rewind, boundary }: Bounds): boolean {
  const { at, call, result } = exchange;
  if (exchange === rewind || inSpan(at.message)) return false;
  if (at.message === end || at.message === boundary) {
    // A second rewind beside the first was refused; a call without a result cannot stay in a conversation that continues.
    if (!result) return false;
    return !(at.message === end && isRewind(call));
  }
  return true;
}

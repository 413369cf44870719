import type { MessageShape } from "../../rewind/messages/message-shape.ts";
import { type Exchange, isBefore } from "../../rewind/messages/pair-calls.ts";
import { replaceSpan } from "../../rewind/messages/replace-span.ts";
import { type Replacement, replacementText } from "./replacement.ts";

/** How a client keeps a conversation. */
export interface Conversation<M> {
  shape: MessageShape<M>;
  messages: readonly M[];
  exchanges: readonly Exchange[];
  /** Whether a call of our tool set a mark. */
  isMark: (exchange: Exchange) => boolean;
  /** When a call was made, if the client says so. */
  timeOf?: (exchange: Exchange) => { start: number; end: number } | undefined;
  /** Whether a message is the summary of a compaction. */
  isSummary: (message: M) => boolean;
}

/**
 * Replaces an exploration by the report that our server gave its rewind. Undefined if its beginning is not in the
 * conversation.
 */
export function collapseConversation<M>(
  conversation: Conversation<M>,
  rewind: Exchange,
  replacement: Replacement,
): M[] | undefined {
  const { shape, messages, exchanges } = conversation;
  const beginning = findBeginning(conversation, rewind, replacement);
  if (!beginning) return undefined;
  const end = rewind.at.message;
  const span = { begin: beginning.message, end, ends: (exchange: Exchange) => exchange === rewind };
  return replaceSpan(shape, messages, span, {
    views: messages.map((message) => shape.read(message)),
    exchanges,
    // After the calls beside the rewind, so that the model continues from the report.
    report: { message: shape.user(replacementText(replacement)), after: end },
    completed: beginning.result && { at: beginning.result.at, text: replacement.result },
  });
}

/**
 * The mark or, if a compaction removed it, the summary: marks after the summary belong to other explorations.
 */
function findBeginning<M>(
  { messages, exchanges, isMark, timeOf, isSummary }: Conversation<M>,
  rewind: Exchange,
  replacement: Replacement,
): { message: number; result?: Exchange["result"] } | undefined {
  const marks = exchanges.filter((exchange) => isBefore(exchange.at, rewind.at) && isMark(exchange));
  const set = marks.findLast((mark) => isSetBy(mark, timeOf?.(mark), replacement));
  const summary = messages.slice(0, rewind.at.message).findLastIndex(isSummary);
  const mark = set ?? (summary < 0 ? marks.at(-1) : undefined);
  if (mark) return { message: mark.at.message, result: mark.result };
  return summary < 0 ? undefined : { message: summary };
}

/** Marks can have equal goals, and a goal can be redacted. The time of the call identifies the mark, if it is known. */
function isSetBy(
  { call }: Exchange,
  time: { start: number; end: number } | undefined,
  { goal, at }: Replacement,
): boolean {
  if (at !== undefined && time) return time.start <= at && at <= time.end;
  return (call.input as { goal?: unknown } | undefined)?.goal === goal;
}

import { type KeepInput, keepExchanges } from "./keep-exchanges.ts";
import type { MessageShape } from "./message-shape.ts";
import type { Exchange } from "./pair-calls.ts";

/** The messages of an exploration, by their indexes in the conversation. */
export interface Span {
  /** The last message before it, which contains the mark; -1 for none. Its calls are kept. */
  begin: number;
  /** The message with the call that ended it, or the number of messages. Calls that `ends` does not match are kept. */
  end: number;
  /** Whether a call in the message at `end` belongs to the exploration. */
  ends: (exchange: Exchange) => boolean;
}

type SpanInput<M> = Pick<KeepInput<M>, "views" | "report" | "completed"> & { exchanges: readonly Exchange[] };

/**
 * Replaces an exploration by a report. The library and the plugins of clients collapse conversations with this; they
 * differ only in how they find the span, and in where the report stands.
 */
export function replaceSpan<M>(
  shape: MessageShape<M>,
  messages: readonly M[],
  span: Span,
  { exchanges, ...input }: SpanInput<M>,
): M[] {
  return keepExchanges(shape, messages, {
    ...input,
    kept: exchanges.filter((exchange) => keepsCall(span, exchange)),
    // Text in the message that ends the exploration belongs to it.
    keepsProse: (message) => !isInside(span, message) && (message !== span.end || message === span.begin),
  });
}

/** Whether a message is between the first and the last one, so that nothing of it is kept. */
export function isInside({ begin, end }: Span, message: number): boolean {
  return message > begin && message < end;
}

export function keepsCall(span: Span, exchange: Exchange): boolean {
  const { message } = exchange.at;
  if (isInside(span, message)) return false;
  if (message !== span.end && message !== span.begin) return true;
  // A conversation cannot continue with a call that has no result.
  return exchange.result !== undefined && !(message === span.end && span.ends(exchange));
}

import type { MessageView, ToolCall, ToolResult } from "./message-shape.ts";

/** Where a call or a result is: its message, and its place among the calls or results of that message. */
export interface Place {
  message: number;
  place: number;
}

export interface Exchange {
  at: Place;
  call: ToolCall;
  /** Missing while the call runs. */
  result?: { at: Place; result: ToolResult };
}

/**
 * The calls of a conversation in their order, each with its own result. Some providers use an id again: a result belongs
 * to the newest call of that id which has none yet. A result without a call is in none of them.
 */
export function pairCalls(views: readonly MessageView[]): Exchange[] {
  const exchanges: Exchange[] = [];
  const open = new Map<string, Exchange[]>();
  views.forEach(({ calls, results }, message) => {
    results.forEach((result, place) => {
      const exchange = open.get(result.call)?.pop();
      if (exchange) exchange.result = { at: { message, place }, result };
    });
    calls.forEach((call, place) => {
      const exchange: Exchange = { at: { message, place }, call };
      exchanges.push(exchange);
      const waiting = open.get(call.id);
      if (waiting) waiting.push(exchange);
      else open.set(call.id, [exchange]);
    });
  });
  return exchanges;
}

/** Whether one call was made before another: the later of two in one message is the later call. */
export function isBefore(a: Place, b: Place): boolean {
  return a.message < b.message || (a.message === b.message && a.place < b.place);
}

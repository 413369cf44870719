import type { MessageView, ToolCall, ToolResult } from "./message-shape.ts";

/** The position of a call or a result: its message, and its index among the calls or results of that message. */
export interface Position {
  message: number;
  index: number;
}

export interface Exchange {
  at: Position;
  call: ToolCall;
  /** Absent while the call runs. */
  result?: { at: Position; result: ToolResult };
}

/**
 * Pairs the calls of a conversation, in order, with their results. Since some providers reuse ids, a result belongs to
 * the newest call with its id that has no result yet. Results without a call are omitted.
 */
export function pairCalls(views: readonly MessageView[]): Exchange[] {
  const exchanges: Exchange[] = [];
  const open = new Map<string, Exchange[]>();
  views.forEach(({ calls, results }, message) => {
    results.forEach((result, index) => {
      const exchange = open.get(result.call)?.pop();
      if (exchange) exchange.result = { at: { message, index }, result };
    });
    calls.forEach((call, index) => {
      const exchange: Exchange = { at: { message, index }, call };
      exchanges.push(exchange);
      const waiting = open.get(call.id);
      if (waiting) waiting.push(exchange);
      else open.set(call.id, [exchange]);
    });
  });
  return exchanges;
}

/** Whether one call was made before another. Within a message, calls count in order. */
export function isBefore(a: Position, b: Position): boolean {
  return a.message < b.message || (a.message === b.message && a.index < b.index);
}

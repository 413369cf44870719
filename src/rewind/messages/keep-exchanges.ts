import type { KeptParts, MessageShape, MessageView } from "./message-shape.ts";
import type { Exchange, Position } from "./pair-calls.ts";

export interface KeepInput<M> {
  views: readonly MessageView[];
  /** The calls to keep, each with its result. */
  kept: readonly Exchange[];
  /** Whether to keep a message's text. */
  keepsProse: (message: number) => boolean;
  /** The report is inserted after this message and the results of its calls; -1 for the beginning. */
  report: { message: M; after: number };
  /** The result whose text is replaced. */
  completed: { at: Position; text: string } | undefined;
}

/**
 * Reduces a conversation to the kept calls. The results of a message's calls are moved directly after it, since
 * providers require that the next messages answer all calls. Messages that need no change keep their identity.
 */
export function keepExchanges<M>(shape: MessageShape<M>, messages: readonly M[], keeping: KeepInput<M>): M[] {
  const { views, kept, keepsProse, report, completed } = keeping;
  const byMessage = new Map<number, Exchange[]>();
  for (const exchange of kept) {
    const { message } = exchange.at;
    byMessage.set(message, [...(byMessage.get(message) ?? []), exchange]);
  }
  /** Messages whose text was already added together with the results in them. */
  const withProse = new Set<number>();
  const output: M[] = report.after < 0 ? [report.message] : [];
  const add = (message: M, index: number, parts: KeptParts) => {
    const view = views[index];
    if (!view || isNothing(parts, view)) return;
    const picked = isWhole(parts, view) ? message : shape.pick(message, parts);
    output.push(withCompleted(picked, index, parts));
  };
  const withCompleted = (picked: M, index: number, { results }: KeptParts): M => {
    if (completed?.at.message !== index || !results.has(completed.at.index)) return picked;
    const at = [...results].filter((other) => other < completed.at.index).length;
    return shape.withResult(picked, at, completed.text);
  };
  messages.forEach((message, index) => {
    const own = byMessage.get(index) ?? [];
    const calls = new Set(own.map(({ at }) => at.index));
    const carriers = groupResults(own);
    // In some clients, a message contains the results of its own calls.
    const results = carriers.get(index) ?? new Set();
    add(message, index, { calls, results, text: keepsProse(index) && !withProse.has(index) });
    for (const [carrier, results] of carriers) {
      if (carrier === index) continue;
      const text = carrier === index + 1 && keepsProse(carrier);
      if (text) withProse.add(carrier);
      const carrying = messages[carrier];
      if (carrying !== undefined) add(carrying, carrier, { calls: new Set(), results, text });
    }
    if (index === Math.min(report.after, messages.length - 1)) output.push(report.message);
  });
  return output;
}

/** Maps the messages that contain the results of these calls to the indexes of the results. */
function groupResults(calls: readonly Exchange[]): Map<number, Set<number>> {
  const carriers = new Map<number, Set<number>>();
  for (const { result } of calls) {
    if (!result) continue;
    const indexes = carriers.get(result.at.message) ?? new Set<number>();
    carriers.set(result.at.message, indexes.add(result.at.index));
  }
  return carriers;
}

function isNothing({ calls, results, text }: KeptParts, view: MessageView): boolean {
  // A message without calls and results counts as prose, even if its view shows no text, as for an image.
  const hasProse = view.text !== "" || (view.calls.length === 0 && view.results.length === 0);
  return calls.size + results.size === 0 && !(text && hasProse);
}

function isWhole({ calls, results, text }: KeptParts, view: MessageView): boolean {
  const isSaid = text || view.text === "";
  return isSaid && calls.size === view.calls.length && results.size === view.results.length;
}

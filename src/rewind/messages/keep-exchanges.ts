import type { KeptParts, MessageShape, MessageView } from "./message-shape.ts";
import type { Exchange, Place } from "./pair-calls.ts";

export interface Keeping<M> {
  views: readonly MessageView[];
  /** The calls that stay, each with its result. */
  kept: readonly Exchange[];
  /** Whether a message's prose stays. */
  keepsProse: (message: number) => boolean;
  /** Stands behind this message and the results of its calls; -1 for the very beginning. */
  report: { message: M; behind: number };
  /** The result that gets another text. */
  completed: { at: Place; text: string } | undefined;
}

/**
 * The conversation with the kept calls only. The results of a message's calls follow it at once, wherever they stood, so
 * that every list of calls is answered by the next messages. Messages that need no change keep their identity.
 */
export function keepExchanges<M>(shape: MessageShape<M>, messages: readonly M[], keeping: Keeping<M>): M[] {
  const { views, kept, keepsProse, report, completed } = keeping;
  const byMessage = new Map<number, Exchange[]>();
  for (const exchange of kept) {
    const { message } = exchange.at;
    byMessage.set(message, [...(byMessage.get(message) ?? []), exchange]);
  }
  /** Messages whose prose went along with the results in them. */
  const spoken = new Set<number>();
  const output: M[] = report.behind < 0 ? [report.message] : [];
  const add = (message: M, place: number, parts: KeptParts) => {
    const view = views[place];
    if (!view || isNothing(parts, view)) return;
    const picked = isWhole(parts, view) ? message : shape.pick(message, parts);
    output.push(withCompleted(picked, place, parts));
  };
  const withCompleted = (picked: M, place: number, { results }: KeptParts): M => {
    if (completed?.at.message !== place || !results.has(completed.at.place)) return picked;
    const at = [...results].filter((other) => other < completed.at.place).length;
    return shape.withResult(picked, at, completed.text);
  };
  messages.forEach((message, place) => {
    const own = byMessage.get(place) ?? [];
    const calls = new Set(own.map(({ at }) => at.place));
    add(message, place, { calls, results: new Set(), text: keepsProse(place) && !spoken.has(place) });
    for (const [carrier, results] of carriersOf(own)) {
      const text = carrier === place + 1 && keepsProse(carrier);
      if (text) spoken.add(carrier);
      const carrying = messages[carrier];
      if (carrying !== undefined) add(carrying, carrier, { calls: new Set(), results, text });
    }
    if (place === Math.min(report.behind, messages.length - 1)) output.push(report.message);
  });
  return output;
}

/** Which results of which message belong to these calls. */
function carriersOf(calls: readonly Exchange[]): Map<number, Set<number>> {
  const carriers = new Map<number, Set<number>>();
  for (const { result } of calls) {
    if (!result) continue;
    const places = carriers.get(result.at.message) ?? new Set<number>();
    carriers.set(result.at.message, places.add(result.at.place));
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

/** The position of a secret in a text, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

export const PLACEHOLDER = "[REDACTED]";

/** Sorts spans and merges those that overlap or touch. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else if (span.end > span.start) merged.push({ start: span.start, end: span.end });
  }
  return merged;
}

/** Records which characters of a text are covered by spans. The cost of a lookup does not depend on their number. */
export function createCoverage(length: number, spans: readonly Span[] = []) {
  const covered = new Uint8Array(length);
  const add = ({ start, end }: Span): void => {
    covered.fill(1, start, end);
  };
  for (const span of spans) add(span);
  const touches = ({ start, end }: Span): boolean => {
    for (let at = start; at < end; at++) if (covered[at] === 1) return true;
    return false;
  };
  return { add, touches };
}

/** Replaces each span with the placeholder. The spans must come from `mergeSpans`. */
export function maskSpans(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    parts.push(text.slice(from, span.start), PLACEHOLDER);
    from = span.end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

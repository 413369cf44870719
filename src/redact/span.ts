/** A secret's place in a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

export const PLACEHOLDER = "[REDACTED]";

/** Sorted, without overlaps; spans that touch become one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else if (span.end > span.start) merged.push({ start: span.start, end: span.end });
  }
  return merged;
}

/** Which characters of a text of this length lie in one of the spans; asking takes no longer for many spans. */
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

/** Puts the placeholder in the place of each span. The spans are merged ones. */
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

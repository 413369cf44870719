import { mergeSpans, PLACEHOLDER, type Span } from "./span.ts";

/** What is farther from a value is hardly about it. */
const REACH = 2_048;
/** A text of which more is near is searched as a whole. */
const MOST = 0.8;

/** What `find` finds in the parts of a text, by its places in the whole. */
export function findInParts(
  text: string,
  parts: readonly Span[],
  find: (part: string) => readonly Span[],
): readonly Span[] {
  return parts.flatMap(({ start, end }) =>
    find(text.slice(start, end)).map((span) => ({ start: span.start + start, end: span.end + start })),
  );
}

/** The lines near the placeholders that stand where `masked` was; they are sorted. */
export function aroundPlaceholders(text: string, masked: readonly Span[]): readonly Span[] {
  let shift = 0;
  const near = masked.map(({ start, end }) => {
    const at = start + shift;
    shift += PLACEHOLDER.length - (end - start);
    return { start: lineStart(text, at - REACH), end: lineEnd(text, at + PLACEHOLDER.length + REACH) };
  });
  const parts = mergeSpans(near);
  const length = parts.reduce((sum, { start, end }) => sum + end - start, 0);
  return length > MOST * text.length ? [{ start: 0, end: text.length }] : parts;
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = at >= text.length ? -1 : text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

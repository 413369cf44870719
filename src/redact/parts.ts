import { mergeSpans, PLACEHOLDER, type Span } from "./span.ts";

/** Text farther from a value than this is unlikely to be about it. */
const REACH = 2_048;
/** If the parts cover more than this fraction of a text, all of it is searched. */
const MOST = 0.8;

/** Applies `find` to parts of a text. The returned offsets refer to the whole text. */
export function findInParts(
  text: string,
  parts: readonly Span[],
  find: (part: string) => readonly Span[],
): readonly Span[] {
  return parts.flatMap(({ start, end }) =>
    find(text.slice(start, end)).map((span) => ({ start: span.start + start, end: span.end + start })),
  );
}

/** The lines around the placeholders that replaced `masked`, which must be sorted. */
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

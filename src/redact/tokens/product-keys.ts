import type { Span } from "../span.ts";

const KEY = /(?<![\w-])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){4}(?![\w-])/g;

/** A BitLocker recovery key. */
const RECOVERY_KEY = /(?<![\w-])\d{6}(?:-\d{6}){7}(?![\w-])/g;

/** A cheap check first, because few texts contain such a key. */
const MAY_HOLD = /-[A-Z0-9]{5}-[A-Z0-9]{5}-/;
const MAY_RECOVER = /-\d{6}-\d{6}-/;

/** Finds product keys (five groups of five capitals and digits) and disk recovery keys (eight groups of six digits). */
export function findProductKeys(text: string): Span[] {
  return [
    ...(MAY_RECOVER.test(text) ? spansOf(text, RECOVERY_KEY) : []),
    ...(MAY_HOLD.test(text) ? spansOf(text, KEY).filter((span) => isMixed(text, span)) : []),
  ];
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(({ 0: key, index }) => ({ start: index, end: index + key.length }));
}

function isMixed(text: string, { start, end }: Span): boolean {
  const key = text.slice(start, end);
  return (key.match(/\d/g)?.length ?? 0) >= 3 && (key.match(/[A-Z]/g)?.length ?? 0) >= 5;
}

import type { Span } from "../span.ts";

const KEY = /(?<![\w-])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){4}(?![\w-])/g;

/** BitLocker's: each group is a multiple of eleven. */
const RECOVERY_KEY = /(?<![\w-])\d{6}(?:-\d{6}){7}(?![\w-])/g;

/** Quick to look for: hardly a text has it. */
const MAY_HOLD = /-[A-Z0-9]{5}-[A-Z0-9]{5}-/;
const MAY_RECOVER = /-\d{6}-\d{6}-/;

/** Five groups of five capitals and digits, eight of six digits: keys that unlock programs and disks, and hardly anything else. */
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

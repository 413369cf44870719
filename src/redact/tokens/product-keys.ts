import type { Span } from "../span.ts";

const KEY = /(?<![\w-])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){4}(?![\w-])/g;

/** Quick to look for: hardly a text has it. */
const MAY_HOLD = /-[A-Z0-9]{5}-[A-Z0-9]{5}-/;

/** Five groups of five capitals and digits: the keys that unlock programs have this form, and hardly anything else. */
export function findProductKeys(text: string): Span[] {
  const spans: Span[] = [];
  if (!MAY_HOLD.test(text)) return spans;
  for (const { 0: key, index } of text.matchAll(KEY)) {
    if ((key.match(/\d/g)?.length ?? 0) >= 3 && (key.match(/[A-Z]/g)?.length ?? 0) >= 5)
      spans.push({ start: index, end: index + key.length });
  }
  return spans;
}

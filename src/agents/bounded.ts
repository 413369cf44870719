import { bounded } from "../text/bounded.ts";

const MAX_DEPTH = 12;
const MAX_ITEMS = 2_000;
const MAX_STRING = 8_000;

/**
 * The text, cut to `max` characters. Lone surrogates become U+FFFD: agents send them, and no database accepts them.
 */
export function boundedText(text: string, max: number): string {
  return bounded(text, max).replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** An untrusted JSON value, bounded in depth, size and string length. Whatever exceeds the limits is dropped. */
export function boundedValue(value: unknown): unknown {
  return copy(value, { items: MAX_ITEMS }, 0);
}

function copy(value: unknown, left: { items: number }, depth: number): unknown {
  if (typeof value === "string") return boundedText(value, MAX_STRING);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return "…";
  const keep = () => left.items-- > 0;
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ITEMS).flatMap((item) => (keep() ? [copy(item, left, depth + 1)] : []));
  }
  // Object.fromEntries defines own properties: a `__proto__` key stays a key.
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      keep() ? [[boundedText(key, 200), copy(item, left, depth + 1)]] : [],
    ),
  );
}

/** A paste at a terminal, or a program that shows its progress, may end lines with carriage returns alone. */
export function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}

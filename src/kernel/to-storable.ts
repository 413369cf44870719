const REPLACEMENT = "\u{FFFD}";
/** No legitimate client nests values deeper than this. */
const MAX_DEPTH = 64;

/**
 * Returns a copy of a value that any database can store: NUL and lone surrogates in strings become U+FFFD, and values
 * nested deeper than 64 levels become null. Applied once to all input from outside.
 */
export function toStorable<T>(value: T): T {
  return convert(value, 0) as T;
}

function convert(value: unknown, depth: number): unknown {
  if (typeof value === "string") return convertText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => convert(item, depth + 1));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [convertText(key), convert(item, depth + 1)]));
}

function convertText(text: string): string {
  return text.isWellFormed() && !text.includes("\0")
    ? text
    : text.toWellFormed().replaceAll("\0", REPLACEMENT);
}

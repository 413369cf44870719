const REPLACEMENT = "\u{FFFD}";
/** No honest client nests values deeper. */
const MAX_DEPTH = 64;

/**
 * The same value, in whose texts what no database keeps (NUL, halves of surrogate pairs) is replaced by U+FFFD. Applied once,
 * where a value comes in from outside: everything behind can be stored. Below 64 levels nothing is kept.
 */
export function toStorable<T>(value: T): T {
  return replaceIn(value, 0) as T;
}

function replaceIn(value: unknown, depth: number): unknown {
  if (typeof value === "string") return replaceInText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, depth + 1));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [replaceInText(key), replaceIn(item, depth + 1)]));
}

function replaceInText(text: string): string {
  return text.isWellFormed() && !text.includes("\0")
    ? text
    : text.toWellFormed().replaceAll("\0", REPLACEMENT);
}

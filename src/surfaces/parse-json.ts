/** In sound JSON these are its strings and numbers, and nothing else; a string before a colon is a name. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_INTEGER = /\d{16}/;
const NUL = "\\u0000";

/** JSON as `JSON.parse` reads it, but that an integer beyond doubles keeps its digits, as a `bigint`. */
export function parseJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!LONG_INTEGER.test(text)) return plain;
  return JSON.parse(text.replace(STRING_OR_NUMBER, mark), unmark);
}

/** An integer becomes a text that begins with NUL and n; a text of its own that begins with NUL gets another, and s. */
function mark(literal: string, colon: string | undefined): string {
  if (colon !== undefined) return literal;
  if (literal.startsWith(`"${NUL}`)) return `"${NUL}s${literal.slice(1)}`;
  const isLong = /^-?\d{16,}$/.test(literal) && !Number.isSafeInteger(Number(literal));
  return isLong ? `"${NUL}n${literal}"` : literal;
}

function unmark(_key: string, value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("\0")) return value;
  return value.startsWith("\0n") ? BigInt(value.slice(2)) : value.slice(2);
}

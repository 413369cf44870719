/** Matches exactly the strings and numbers of valid JSON; a string before a colon is a member name. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_INTEGER = /\d{16}/;
const NUL = "\\u0000";

/** Like `JSON.parse`, but an integer beyond doubles becomes a `bigint` and keeps its digits. */
export function parseJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!LONG_INTEGER.test(text)) return plain;
  return JSON.parse(text.replace(STRING_OR_NUMBER, encodeLiteral), decodeValue);
}

/**
 * Encodes an integer as a string that begins with NUL and n; a string that begins with NUL gets the prefix NUL and s.
 */
function encodeLiteral(literal: string, colon: string | undefined): string {
  if (colon !== undefined) return literal;
  if (literal.startsWith(`"${NUL}`)) return `"${NUL}s${literal.slice(1)}`;
  const isLong = /^-?\d{16,}$/.test(literal) && !Number.isSafeInteger(Number(literal));
  return isLong ? `"${NUL}n${literal}"` : literal;
}

function decodeValue(_key: string, value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("\0")) return value;
  return value.startsWith("\0n") ? BigInt(value.slice(2)) : value.slice(2);
}

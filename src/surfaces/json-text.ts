/**
 * Like `JSON.stringify`, but integers beyond doubles keep their digits, and characters that are invisible, control a
 * terminal or end a line are escaped. The output is safe to print, and parses to the same value.
 */
export function jsonText(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return literal(value);
  const fields = Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : [`${literal(key)}:${jsonText(item)}`],
  );
  return `{${fields.join(",")}}`;
}

/** Controls (JSON itself escapes only the first 32), direction marks and other format characters. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function literal(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replaceAll(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, i) => codeUnit(character, i)).join(""),
  );
}

function codeUnit(character: string, index: number): string {
  return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
}

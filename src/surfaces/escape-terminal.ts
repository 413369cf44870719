/**
 * Everything that a terminal may interpret: controls except tab and line feed, direction marks, lone surrogates. A
 * joiner between two emoji is safe: it makes one image of them.
 */
const UNSAFE =
  /(?<!\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d|\u200d(?!\p{Extended_Pictographic})|(?![\t\n\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text that is safe to show in a terminal: control characters become visible escapes. */
export function escapeTerminal(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Escapes every string in a JSON value, keys included. */
export function escapeAll(value: unknown): unknown {
  if (typeof value === "string") return escapeTerminal(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [escapeTerminal(key), escapeAll(item)]),
  );
}

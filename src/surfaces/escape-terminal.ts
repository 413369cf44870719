/** Everything a terminal could obey: controls but tab and line feed, direction marks, what is not a whole character. */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text that may be shown in a terminal: what could steer it stands as an escape. */
export function escapeTerminal(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Every text in a JSON value, keys too. */
export function escapeAll(value: unknown): unknown {
  if (typeof value === "string") return escapeTerminal(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [escapeTerminal(key), escapeAll(item)]),
  );
}

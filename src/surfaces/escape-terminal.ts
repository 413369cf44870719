/** Everything a terminal could obey: controls but tab and line feed, direction marks, what is not a whole character. */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text that may be shown in a terminal: what could steer it stands as an escape. */
export function escapeTerminal(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

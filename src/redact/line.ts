/** The start of the line around `at`, at most `reach` characters back: this bounds the cost without line breaks. */
export function lineStart(text: string, at: number, reach: number): number {
  const from = Math.max(0, at - reach);
  return from + text.slice(from, at).lastIndexOf("\n") + 1;
}

/** The end of the line around `at`, at most `reach` characters ahead. */
export function lineEnd(text: string, at: number, reach: number): number {
  const window = text.slice(at, at + reach);
  const end = window.indexOf("\n");
  return at + (end === -1 ? window.length : end);
}

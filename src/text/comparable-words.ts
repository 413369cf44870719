/** Words, with the signs that touch them. All sentences are compared at each prompt: a segmenter would be too slow. */
const RUN = /[\p{L}\p{M}\p{N}+#<>=≤≥≠-]+|!=/gu;
const WORD = /[\p{L}\p{N}]/u;
/** A `-` or `#` alone is a dash or a heading. */
const LONE_SIGN = /^[+<>=≤≥≠!]+$/;

/**
 * Reduces a text to what is compared with other texts: punctuation and case are ignored, but not the signs that tell
 * C++ from C#, or >= from <=. A text without words is compared as it is.
 */
export function comparableWords(text: string): string {
  if (!hasWords(text)) return text.trim();
  const runs = text.toLowerCase().match(RUN) ?? [];
  return runs.filter((run) => hasWords(run) || LONE_SIGN.test(run)).join(" ");
}

export function hasWords(text: string): boolean {
  return WORD.test(text);
}

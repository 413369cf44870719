/** Longer words are truncated, since PostgreSQL does not index words of more than 2,046 bytes. */
const MAX_WORD_LENGTH = 64;

/**
 * Splits a text into the words that are indexed. Done here rather than by the databases, so that both find the same
 * notes. Words are lower case, without accents, and consist of letters and digits, so they cannot contain query syntax.
 */
export function toSearchWords(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    Array.from(word).slice(0, MAX_WORD_LENGTH).join(""),
  );
}

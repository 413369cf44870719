/** A longer word is found by its beginning: PostgreSQL indexes none of more than 2,046 bytes. */
const LONGEST = 64;

/**
 * The words of a text as both databases index them: ours, so that they agree. Lower case, without accents, letters and
 * digits only; none of it can be taken for query syntax.
 */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => Array.from(word).slice(0, LONGEST).join(""));
}

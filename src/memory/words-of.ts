const MOST = 200;

/**
 * The words of a text as both databases index them: ours, so that they agree. Lower case, without accents, letters and
 * digits only; nothing of it can be read as a query's syntax.
 */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST);
}

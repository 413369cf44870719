/** The ordinals from first to fourth in many languages. */
export const ORDINALS: readonly RegExp[] = [
  /\b(?:first|1st|former|erste[nrs]?|premi[eè]re?|primer[ao]?|primeir[ao]|prim[ao]|pierwsz\p{L}+|birinci\p{L}*|thứ nhất|pehl[aei]\w*)(?!\p{L})|перв\p{L}+|перш\p{L}+|第一|一番目|最初の|一つ目|1つ目|前者|첫\s?번째|पहल[\p{L}\p{M}]*|الأول\p{L}*/iu,
  /\b(?:second|2nd|zweite[nrs]?|deuxi[eè]me|seconde?|segund[ao]|second[ao]|drug\p{L}+|ikinci\p{L}*|thứ hai|d[uo]+sr[aei]\w*)(?!\p{L})|втор\p{L}+|друг(?:ий|а|у)(?!\p{L})|第二|二番目|二つ目|2つ目|두\s?번째|दूसर[\p{L}\p{M}]*|الثاني\p{L}*/iu,
  /\b(?:third|3rd|dritte[nrs]?|troisi[eè]me|tercer[ao]?|terceir[ao]|terz[ao]|trzeci\p{L}*|üçüncü\p{L}*|thứ ba|t[ie]+sr[aei]\w*)(?!\p{L})|трет\p{L}+|第三|三番目|三つ目|3つ目|세\s?번째|तीसर[\p{L}\p{M}]*|الثالث\p{L}*/iu,
  /\b(?:fourth|4th|vierte[nrs]?|quatri[eè]me|cuart[ao]|quart[ao]|czwart\p{L}+|dördüncü\p{L}*|chauth[aei]\w*)(?!\p{L})|четв[её]рт\p{L}+|第四|四番目|四つ目|4つ目|네\s?번째|चौथ[\p{L}\p{M}]*|الرابع\p{L}*/iu,
];

/** The punctuation after an ordinal that introduces an item: `first, …`, `second) …`, `third: …`. */
const COUNTED = "\\p{L}*(?:[)）][,:]?|[,，:：、])\\s*";
const END = /[.;?!。；？！\n]|$/;

/**
 * Finds options that are enumerated by ordinals: `first, a queue; second, a table`. Empty if there are fewer than two.
 */
export function findEnumeratedOptions(text: string): string[] {
  const starts: { at: number; from: number }[] = [];
  for (const ordinal of ORDINALS) {
    const from = starts.at(-1)?.from ?? 0;
    const match = new RegExp(`(?:${ordinal.source})${COUNTED}`, "iu").exec(text.slice(from));
    if (match === null) break;
    starts.push({ at: from + match.index, from: from + match.index + match[0].length });
  }
  if (starts.length < 2) return [];
  return starts.map(({ from }, i) => {
    const option = text.slice(from, starts[i + 1]?.at);
    return option.slice(0, option.search(END)).trim();
  });
}

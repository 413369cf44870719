const WIDE = /[\uff01-\uff5e\uffe8]/g;
const FIRST_WIDE = 0xff01;
const FIRST_NARROW = 0x21;

/** Replaces full-width characters with the ASCII characters that they look like. The length does not change. */
export function foldWidth(text: string): string {
  return text.replaceAll(WIDE, (wide) =>
    wide === "\uffe8" ? "|" : String.fromCharCode(wide.charCodeAt(0) - FIRST_WIDE + FIRST_NARROW),
  );
}

/** Replaces matches of a pattern that sees full-width characters as ASCII. All other text stays as it is. */
export function replaceFolded(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpMatchArray) => string,
): string {
  let end = 0;
  let result = "";
  for (const match of foldWidth(text).matchAll(pattern)) {
    result += text.slice(end, match.index) + replace(match);
    end = match.index + match[0].length;
  }
  return end === 0 ? text : result + text.slice(end);
}

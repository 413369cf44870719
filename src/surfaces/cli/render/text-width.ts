/** What a terminal draws over two columns. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
/** What it draws upon the character before. */
const COMBINING = /\p{M}/u;

/** The columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfOne(character);
  return width;
}

/** At most so many columns of a text, on one line. */
export function cutTo(text: string, columns: number): string {
  const line = text.replaceAll(/\s+/g, " ");
  if (widthOf(line) <= columns) return line;
  let kept = "";
  let width = 1;
  for (const character of line) {
    width += widthOfOne(character);
    if (width > columns) break;
    kept += character;
  }
  return `${kept}…`;
}

function widthOfOne(character: string): number {
  if (COMBINING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

import { oneLine } from "../../../text/bounded.ts";

/** Text in which each character takes one column. */
const ASCII = /^[\x20-\x7e]*$/;
/** Characters that take two columns, alone or at the start of a cluster: flags, families and keycaps are one image. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3001-\u303e\uff01-\uff60]|\ufe0f/u;
/** Takes no column: a mark without a base, a joiner, a direction mark. */
const INVISIBLE = /^[\p{M}\p{Cf}\p{Cc}]*$/u;

/** The number of terminal columns of a text. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  return clustersOf(text).reduce((sum, cluster) => sum + widthOfOne(cluster), 0);
}

/** Truncates a text to a number of columns, on one line. */
export function cutTo(text: string, columns: number): string {
  const line = oneLine(text);
  if (widthOf(line) <= columns) return line;
  let kept = "";
  let width = 1;
  for (const cluster of clustersOf(line)) {
    width += widthOfOne(cluster);
    if (width > columns) break;
    kept += cluster;
  }
  return `${kept}…`;
}

/** Breaks a text between words; a longer word has a line of its own. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of oneLine(text).split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= columns) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

/** Characters as a person sees them: a base with its marks, an emoji with its joiners. */
function clustersOf(text: string): string[] {
  // Created here, not at the top: it loads break tables that ASCII text does not need.
  return ASCII.test(text)
    ? text.split("")
    : Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

function widthOfOne(cluster: string): number {
  if (INVISIBLE.test(cluster)) return 0;
  return WIDE.test(cluster) ? 2 : 1;
}

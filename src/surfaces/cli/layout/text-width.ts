import { oneLine } from "../../../text/bounded.ts";

/**
 * Text in which each character takes one column: ASCII, letters of Latin, Greek and Cyrillic, punctuation, arrows, lines
 * and the signs of our own lists. No break tables are needed for it.
 */
const SIMPLE =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u03ff\u0400-\u0482\u048a-\u04ff\u2010-\u2027\u2030-\u203b\u2190-\u21ff\u2500-\u259f\u25cf\u276f]*$/;
/** Characters that take two columns, alone or at the start of a cluster: flags, families and keycaps are one image. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3001-\u303e\uff01-\uff60]|\ufe0f/u;
/** Takes no column: a mark without a base, a joiner, a direction mark. */
const INVISIBLE = /^[\p{M}\p{Cf}\p{Cc}]*$/u;

/** The number of terminal columns of a text. */
export function widthOf(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  return clustersOf(text).reduce((sum, cluster) => sum + widthOfOne(cluster), 0);
}

/** Truncates a text to a number of columns, on one line. */
export function cutTo(text: string, columns: number): string {
  const line = oneLine(text);
  if (widthOf(line) <= columns) return line;
  if (SIMPLE.test(line)) return `${line.slice(0, Math.max(0, columns - 1))}…`;
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
export function clustersOf(text: string): string[] {
  if (SIMPLE.test(text)) return text.split("");
  // Created here, not at the top: it loads break tables that simple text does not need.
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Creating one takes as long as a whole frame of the picker. */
let segmenter: Intl.Segmenter | undefined;

function widthOfOne(cluster: string): number {
  if (INVISIBLE.test(cluster)) return 0;
  return WIDE.test(cluster) ? 2 : 1;
}

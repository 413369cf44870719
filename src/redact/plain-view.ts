/** A text as a reader sees it, with a mapping back to offsets in the original. */
export interface PlainView {
  text: string;
  /** Maps a span of `text` to its start and end in the original. */
  toOriginal(start: number, end: number): { start: number; end: number };
}

// Zero-width and text-direction characters, as the inside of a character class.
const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufe00-\\ufe0f\\ufeff";
// Escapes as JSON and shells print them (also escaped twice), color codes, and invisible characters.
const HIDDEN = new RegExp(
  [
    "(?<!\\\\)\\\\{1,64}(?:u001[bB]|x1[bB]|033|e)\\[[0-9;:?]{0,32}[A-Za-z]",
    "(?<!\\\\)\\\\{1,64}u[0-9a-fA-F]{4}",
    "(?<!\\\\)\\\\{1,64}[\"'`/nrt]",
    "(?<!\\\\)\\\\\\r?\\n",
    "\\u001b\\[[0-9;:?]{0,32}[A-Za-z]",
    "\\u001b\\][^\\u0007\\u001b\\n]{0,512}(?:\\u0007|\\u001b\\\\)",
    `[${INVISIBLE}]`,
  ].join("|"),
  "g",
);
const MAY_HIDE = new RegExp(`[\\\\\\u001b${INVISIBLE}]`);
const ONE_INVISIBLE = new RegExp(`[${INVISIBLE}]`);
const NAMED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
// A backslash at the end of a line, as it is and JSON-escaped.
const CONTINUATION = /^\\\r?\n$|^(?:\\{3}|\\{7})n$/;
const CODE_UNIT = /^\\+u([0-9a-fA-F]{4})$/;

/** Decodes escapes and removes invisible characters, so that neither hides a secret from a rule. */
export function plainView(written: string): PlainView {
  const original = foldWidths(written);
  if (!MAY_HIDE.test(original)) {
    return { text: original, toOriginal: (start, end) => ({ start, end }) };
  }
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let from = 0;
  let plain = 0;
  const add = (piece: string, start: number, copied: boolean): void => {
    if (piece === "") return;
    pieces.push({ plain, start, end: copied ? undefined : from });
    parts.push(piece);
    plain += piece.length;
  };
  for (const match of original.matchAll(HIDDEN)) {
    add(original.slice(from, match.index), from, true);
    from = match.index + match[0].length;
    add(unescaped(match[0]), match.index, false);
  }
  add(original.slice(from), from, true);
  return {
    text: parts.join(""),
    toOriginal: (start, end) => ({ start: locate(pieces, start).start, end: locate(pieces, end - 1).end }),
  };
}

const FULL_WIDTH = /[\uff01-\uff5e\ufe30\u3000]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

// Cyrillic letters that look like the Latin ones around them.
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ѕ: "s",
};
const HIDDEN_LETTER = /(?<=[A-Za-z])[аеорсухіѕ](?=[A-Za-z])/g;

/** Replaces full-width characters, and letters that only look Latin, with ASCII, one character for one. */
function foldWidths(text: string): string {
  return text
    .replace(HIDDEN_LETTER, (letter) => LOOK_ALIKES[letter] ?? letter)
    .replace(FULL_WIDTH, (char) => {
      if (char === "\ufe30") return ":";
      return char === "\u3000" ? " " : String.fromCharCode(char.charCodeAt(0) - FULL_WIDTH_OFFSET);
    });
}

/** A piece of the plain text: copied as it is, or one decoded escape that ends at `end` in the original. */
interface Piece {
  plain: number;
  start: number;
  end: number | undefined;
}

/** The position in the original of one character of the plain text. */
function locate(pieces: readonly Piece[], at: number): { start: number; end: number } {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.plain ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low] ?? { plain: 0, start: 0, end: undefined };
  if (piece.end !== undefined) return { start: piece.start, end: piece.end };
  const start = piece.start + at - piece.plain;
  return { start, end: start + 1 };
}

function unescaped(escape: string): string {
  if (!escape.startsWith("\\") || escape.includes("[") || CONTINUATION.test(escape)) return "";
  const unit = CODE_UNIT.exec(escape)?.[1];
  if (unit === undefined) return NAMED[escape.slice(-1)] ?? escape.slice(-1);
  const char = String.fromCharCode(Number.parseInt(unit, 16));
  return ONE_INVISIBLE.test(char) ? "" : char;
}

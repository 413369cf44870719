/** A text as its reader sees it, with the way back to the original's offsets. */
export interface PlainView {
  text: string;
  /** Original start and end of a span of `text`. */
  toOriginal(start: number, end: number): { start: number; end: number };
}

// Characters without width or with a say in direction, as the inside of a class.
const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufe00-\\ufe0f\\ufeff";
// Escapes as JSON and shells print them (also escaped twice), colour codes, and invisible characters.
const HIDDEN = new RegExp(
  [
    "\\\\+(?:u001[bB]|x1[bB]|033|e)\\[[0-9;:?]{0,32}[A-Za-z]",
    "\\\\+u[0-9a-fA-F]{4}",
    "\\\\+[\"'`/nrt]",
    "\\u001b\\[[0-9;:?]{0,32}[A-Za-z]",
    "\\u001b\\][^\\u0007\\u001b\\n]{0,512}(?:\\u0007|\\u001b\\\\)",
    `[${INVISIBLE}]`,
  ].join("|"),
  "g",
);
const MAY_HIDE = new RegExp(`[\\\\\\u001b${INVISIBLE}]`);
const ONE_INVISIBLE = new RegExp(`[${INVISIBLE}]`);
const NAMED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const CODE_UNIT = /^\\+u([0-9a-fA-F]{4})$/;

/** Escapes are undone and invisible characters left out, so that neither hides a secret from a rule. */
export function plainView(original: string): PlainView {
  if (!MAY_HIDE.test(original)) {
    return { text: original, toOriginal: (start, end) => ({ start, end }) };
  }
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let from = 0;
  const copy = (to: number): void => {
    parts.push(original.slice(from, to));
    for (let at = from; at < to; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
  };
  for (const match of original.matchAll(HIDDEN)) {
    copy(match.index);
    from = match.index + match[0].length;
    const seen = unescaped(match[0]);
    parts.push(seen);
    if (seen !== "") {
      starts.push(match.index);
      ends.push(from);
    }
  }
  copy(original.length);
  return {
    text: parts.join(""),
    toOriginal: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? original.length }),
  };
}

function unescaped(escape: string): string {
  if (!escape.startsWith("\\") || escape.includes("[")) return "";
  const unit = CODE_UNIT.exec(escape)?.[1];
  if (unit === undefined) return NAMED[escape.slice(-1)] ?? escape.slice(-1);
  const char = String.fromCharCode(Number.parseInt(unit, 16));
  return ONE_INVISIBLE.test(char) ? "" : char;
}

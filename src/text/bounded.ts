/** The longest text that is kept verbatim, in characters. */
export const MAX_TEXT = 1_500;

/** Cuts the end off at a code point, and marks the cut with an ellipsis. */
export function bounded(value: string, limit = MAX_TEXT): string {
  return value.length <= limit
    ? value
    : `${value.slice(0, Math.max(0, limit - 1)).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Cuts the beginning off instead, between words if possible. */
export function boundedEnd(value: string, limit = MAX_TEXT): string {
  if (value.length <= limit) return value;
  const end = value.slice(-(limit - 1)).replace(/^[\udc00-\udfff]/, "");
  return `…${end.replace(/^\S{1,40}\s+/, "")}`;
}

/** Cuts the end off between words if possible. */
export function boundedAtWord(value: string, limit = MAX_TEXT): string {
  return value.length <= limit ? value : bounded(value, limit).replace(/\s+\S{0,40}…$/, "…");
}

/** Keeps both ends, for a text that begins with what it is and ends with the result. `mark` stands between them. */
export function boundedMiddle(value: string, limit = MAX_TEXT, mark = "…"): string {
  if (value.length <= limit) return value;
  const half = Math.floor((limit - mark.length) / 2);
  const begin = value.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  return `${begin}${mark}${value.slice(-half).replace(/^[\udc00-\udfff]/, "")}`;
}

/** Keeps both ends, and cuts between words if possible: a path that begins or ends in its middle misleads. */
export function boundedBetweenWords(value: string, limit = MAX_TEXT): string {
  if (value.length <= limit) return value;
  const half = Math.floor((limit - 1) / 2);
  const begin = withoutPart(value.slice(0, half), /(?<=\s)\S+$/);
  const end = withoutPart(value.slice(-half), /^\S+(?=\s)/);
  return `${begin.replace(/[\ud800-\udbff]$/, "")}…${end.replace(/^[\udc00-\udfff]/, "")}`;
}

/** A word that takes more than three quarters is kept: without it, too little is left. */
function withoutPart(text: string, cut: RegExp): string {
  const whole = text.replace(cut, "");
  return whole.trim().length >= text.length / 4 ? whole : text;
}

/** Puts a text on one line: replaces each run of white space with a space, and trims it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

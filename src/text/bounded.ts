/** Of a text that is kept verbatim. */
export const MAX_TEXT = 1_500;

/** Cut at a code point, with a mark that something is missing. */
export function bounded(value: string, limit = MAX_TEXT): string {
  return value.length <= limit
    ? value
    : `${value.slice(0, Math.max(0, limit - 1)).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The other end: cut at a word where one is near. */
export function boundedEnd(value: string, limit = MAX_TEXT): string {
  if (value.length <= limit) return value;
  const end = value.slice(-(limit - 1)).replace(/^[\udc00-\udfff]/, "");
  return `…${end.replace(/^\S{1,40}\s+/, "")}`;
}

/** Cut at a word where one is near, with the same mark. */
export function boundedAtWord(value: string, limit = MAX_TEXT): string {
  return value.length <= limit ? value : bounded(value, limit).replace(/\s+\S{0,40}…$/, "…");
}

/** Both ends, for a text whose beginning says what it is and whose end how it went, with `mark` between them. */
export function boundedMiddle(value: string, limit = MAX_TEXT, mark = "…"): string {
  if (value.length <= limit) return value;
  const half = Math.floor((limit - mark.length) / 2);
  const begin = value.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  return `${begin}${mark}${value.slice(-half).replace(/^[\udc00-\udfff]/, "")}`;
}

/** A text on one line: every run of white space becomes one space, and none is left at the ends. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

const OPENING = /^<([A-Za-z][\w.:-]{0,79})(\s[^<>]{0,2000}|\/)?>/;

/** Elements of pages, and components, which people paste. */
const MARKUP =
  /^(?:[A-Z](?:[a-z0-9][A-Za-z0-9.]*)?|a|abbr|address|article|aside|audio|b|blockquote|body|br|button|canvas|caption|center|circle|cite|code|col|dd|del|details|dialog|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|g|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|meta|nav|noscript|object|ol|optgroup|option|p|param|path|picture|pre|progress|q|rect|s|samp|script|section|select|small|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|u|ul|var|video|wbr)$/;

/**
 * The length of the element with which a text begins; 0 if there is none, or if people paste its kind. `known` matches
 * the names of elements that the client adds, and `onlyKnown` leaves all others alone.
 */
export function leadingElementLength(text: string, known?: RegExp, onlyKnown = false): number {
  const [tag, name = "", attributes = ""] = OPENING.exec(text) ?? [];
  const isKnown = known?.test(name) ?? false;
  if (tag === undefined || (!isKnown && (onlyKnown || MARKUP.test(name)))) return 0;
  if (attributes.endsWith("/")) return tag.length;
  const isCut = isKnown || isTruncated(text.slice(tag.length), name, attributes);
  return endOf(text, name) ?? (isCut ? text.length : 0);
}

/** Without an end the text was truncated, unless a person mentions an element and goes on in the same line. */
function isTruncated(rest: string, name: string, attributes: string): boolean {
  return /[-_]/.test(name) && (attributes !== "" || rest === "" || rest.startsWith("\n"));
}

/**
 * Where the element ends. An end within what it quotes may close it too early, so an unpaired one that follows counts
 * as its end; a start within it may leave it open, so the last end counts.
 */
function endOf(text: string, name: string): number | undefined {
  const tags = new RegExp(`<(/?)${name.replaceAll(".", "\\.")}(?:\\s[^<>]{0,2000})?>`, "g");
  let depth = 0;
  let end: number | undefined;
  let last: number | undefined;
  for (const tag of text.matchAll(tags)) {
    if (tag[1] !== "/") {
      depth += 1;
      continue;
    }
    last = tag.index + tag[0].length;
    if (depth === 0) end = last;
    depth = Math.max(0, depth - 1);
    if (depth === 0) end ??= last;
  }
  return end ?? last;
}

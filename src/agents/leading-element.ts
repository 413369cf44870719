const OPENING = /^<([A-Za-z][\w.:-]{0,79})(\s[^<>]{0,2000}|\/)?>/;

/** Elements of pages, and components, which people paste. */
const MARKUP =
  /^(?:[A-Z](?:[a-z0-9][A-Za-z0-9.]*)?|a|abbr|address|article|aside|audio|b|blockquote|body|br|button|canvas|caption|center|circle|cite|code|col|dd|del|details|dialog|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|g|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|meta|nav|noscript|object|ol|optgroup|option|p|param|path|picture|pre|progress|q|rect|s|samp|script|section|select|small|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|u|ul|var|video|wbr)$/;

/**
 * The length of the element with which a text begins; 0 if there is none, or if people paste its kind. `known` matches
 * the names of elements that the client adds, and `onlyKnown` leaves all others alone.
 */
export function leadingElementLength(text: string, known?: RegExp, onlyKnown = false): number {
  const tag = openingTag(text);
  if (!tag) return 0;
  const isKnown = known !== undefined && known.test(tag.name);
  return isKnown || isUnusual(tag, onlyKnown) ? lengthOf(text, tag, isKnown) : 0;
}

function isUnusual({ name }: Tag, onlyKnown: boolean): boolean {
  return !onlyKnown && !MARKUP.test(name);
}

function lengthOf(text: string, tag: Tag, isKnown: boolean): number {
  return endOf(text, tag) ?? (isKnown || isTruncated(text, tag) ? text.length : 0);
}

interface Tag {
  tag: string;
  name: string;
  attributes: string;
}

function openingTag(text: string): Tag | undefined {
  const [tag, name = "", attributes = ""] = OPENING.exec(text) ?? [];
  return tag === undefined ? undefined : { tag, name, attributes };
}

/** Without an end the text was truncated, unless a person mentions an element and goes on in the same line. */
function isTruncated(text: string, { tag, name, attributes }: Tag): boolean {
  const rest = text.slice(tag.length);
  return /[-_]/.test(name) && (attributes !== "" || rest === "" || rest.startsWith("\n"));
}

/**
 * Where the element ends. An end within what it quotes may close it too early, so an unpaired one that follows counts
 * as its end; a start within it may leave it open, so the last end counts.
 */
function endOf(text: string, { tag: opening, name, attributes }: Tag): number | undefined {
  if (attributes.endsWith("/")) return opening.length;
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

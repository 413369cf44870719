import { withLineFeeds } from "./bounded.ts";

/** What a client writes in the user's name, as data of its adapter. */
export interface ClientTexts {
  /** Openings of texts that stand in place of a prompt: notices, reminders, messages of other agents. */
  notices?: readonly (string | RegExp)[];
  /** Parts that precede what the person typed. Each pattern is anchored at the start. */
  before?: readonly RegExp[];
  /** Parts that follow or interrupt what the person typed. */
  within?: readonly RegExp[];
  /** Names of elements that the client adds before or after what the person typed. */
  elements?: RegExp;
}

/** What a person typed, if anything. */
export interface TypedText {
  /** The whole text if nothing was typed. */
  text: string;
  /** The client, a hook, an editor or another agent wrote all of the text. */
  fromClient?: true;
}

/**
 * Separates what a person typed from what the client added. An element of an unknown name at the start is not the
 * person's either, since clients add new ones in any version. `isTyped`: the client recorded that a person typed the
 * text, so one that consists of unknown elements is the person's.
 */
export function typedText(written: string, known: ClientTexts, isTyped = false): TypedText {
  const text = withLineFeeds(written);
  if (isNotice(text, known.notices)) return { text, fromClient: true };
  const rest = withoutAdded(text, known);
  if (rest.trim() !== "") return { text: rest };
  const isUnknown = isTyped && withoutLeading(text, known, true).trim() !== "";
  return isUnknown ? { text } : { text, fromClient: true };
}

/** As `typedText`, for a text in several blocks: the client's blocks are left out. */
export function typedBlocks(blocks: readonly string[], known: ClientTexts, isTyped = false): TypedText {
  const whole = blocks.join("\n");
  if (isNotice(whole, known.notices)) return { text: whole, fromClient: true };
  const own = blocks.filter((block) => typedText(block, known).fromClient !== true);
  return typedText(own.length === 0 ? whole : own.join("\n"), known, isTyped);
}

/** The client may truncate such a text; a beginning of this length is enough to recognize it. */
const RECOGNIZABLE = 40;

function isNotice(text: string, notices: ClientTexts["notices"] = []): boolean {
  const start = text.trimStart();
  return notices.some((notice) =>
    typeof notice === "string"
      ? start.startsWith(notice) || (start.length >= RECOGNIZABLE && notice.startsWith(start))
      : notice.test(start),
  );
}

function withoutAdded(text: string, known: ClientTexts): string {
  const typed = (known.within ?? []).reduce((rest, part) => rest.replace(part, ""), text);
  return withoutTrailing(withoutLeading(typed, known), known.elements);
}

/** Limits the work for a hostile text. */
const MAX_PARTS = 50;

function withoutLeading(text: string, { before = [], elements }: ClientTexts, onlyKnown = false): string {
  let rest = text;
  for (let i = 0; i < MAX_PARTS; i++) {
    const start = rest.trimStart();
    const part = before.find((pattern) => pattern.test(start))?.exec(start)?.[0].length;
    const length = part ?? leadingElementLength(start, elements, onlyKnown);
    if (length === 0) return i === 0 ? text : start;
    rest = start.slice(length);
  }
  return rest;
}

const CLOSING = /<\/([A-Za-z][\w.:-]{0,79})>$/;

function withoutTrailing(text: string, elements: RegExp | undefined): string {
  let rest = text;
  for (let i = 0; i < MAX_PARTS && elements !== undefined; i++) {
    const end = rest.trimEnd();
    const name = CLOSING.exec(end.slice(-100))?.[1];
    const at = name !== undefined && elements.test(name) ? end.lastIndexOf(`<${name}`) : -1;
    if (at === -1) return i === 0 ? text : end;
    rest = end.slice(0, at);
  }
  return rest;
}

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

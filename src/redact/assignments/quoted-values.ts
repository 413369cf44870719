import type { Span } from "../span.ts";
import { isSecretValue, type ValueContext } from "../values/secret-value.ts";

const QUOTED =
  /(?:[bfru]|rb|@|\$|#)?(?<quote>"""|'''|["'`])(?<value>\k<quote>?(?:(?!\k<quote>)[^\n]){1,2048}(?:\k<quote>{1,2}(?=\w)(?:(?!\k<quote>)\S){1,64})?)\k<quote>/y;
// Brackets, a string constructor, or a block that only returns the text.
const OPENING =
  /(?:(?:new )?(?:String|[sS]ecret|SecretStr|SecretString|Some|str|bytes|bytearray|Buffer|Password|NSString|lazy|by lazy)?(?:(?:::|\.)(?:from|new|of|valueOf))?[ ]?[([{]\s{0,24}(?:return )?|[A-Za-z_][\w.:]{0,40}(?:[dD]ecode\w{0,16}|[hH]ex\w{0,8}|[fF]rom\w{1,16}|[bB]ytes|64)\(){1,2}(?=(?:[bfruqQ]|rb|@|\$|#|%q)?["'`])/y;
// `+` and similar operators between parts of a text. In C, Python and shells, adjacent parts need no operator.
const JOINER = /["'`]?\)?(?:\.concat\()?\s{0,16}(?:\+|\.{1,2}|&|<>|\|\||\\)?\s{0,24}(?=[bfru]?["'`])/y;
const LIST_JOINER = /\s{0,16},\s{0,24}(?=[bfru]?["'`])/y;
const MOST_PARTS = 16;

interface Literal extends Span {
  value: string;
}

/**
 * Reads the quoted secrets at `at`: one literal, the parts of a concatenation, or a list. Returns undefined if there is
 * no literal, and an empty list if it is not a secret.
 */
export function readQuotedValues(text: string, at: number, place: ValueContext): Span[] | undefined {
  const isList = startOfList(text, at);
  const first = literalAt(text, isList === undefined ? at : isList);
  if (first === undefined) return undefined;
  const opened = isList === undefined ? "" : text.slice(at, isList);
  const parts = readParts(text, first, opened);
  const joined = parts.map(({ value }) => value).join("");
  if (isConcatenated(text, parts, opened) && isSecretValue(joined, place)) return parts;
  return parts.filter(({ value }) => isSecretValue(value, place));
}

/** Items of a list are separate texts unless they are joined. */
function isConcatenated(text: string, parts: readonly Literal[], opened: string): boolean {
  const end = parts.at(-1)?.end ?? 0;
  return (
    parts.length > 1 &&
    (!opened.includes("[") || /^["'`]\s{0,8},?\s{0,8}\]\.join\(/.test(text.slice(end, end + 26)))
  );
}

function startOfList(text: string, at: number): number | undefined {
  OPENING.lastIndex = at;
  return OPENING.test(text) && OPENING.lastIndex > at ? OPENING.lastIndex : undefined;
}

function readParts(text: string, first: Literal, opened: string): Literal[] {
  const parts = [first];
  const joiner = opened.endsWith("[") || /[[{]\s*$/.test(opened) ? LIST_JOINER : JOINER;
  let end = first.end + 1;
  while (parts.length < MOST_PARTS) {
    joiner.lastIndex = end;
    if (!joiner.test(text) || !isJoined(text.slice(end, joiner.lastIndex), opened)) break;
    const next = literalAt(text, joiner.lastIndex);
    if (next === undefined) break;
    parts.push(next);
    end = next.end + 1;
  }
  return parts;
}

/** Without an operator, texts on two lines belong together only in parentheses. */
function isJoined(between: string, opened: string): boolean {
  return /[+.&,\\|<]/.test(between) || !between.includes("\n") || opened.includes("(");
}

function literalAt(text: string, at: number): Literal | undefined {
  QUOTED.lastIndex = at;
  const groups = QUOTED.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const value = groups["value"] ?? "";
  const start = QUOTED.lastIndex - (groups["quote"] ?? "").length - value.length;
  return { start, end: start + value.length, value };
}

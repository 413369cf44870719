import type { Span } from "../span.ts";
import { hasRandomPart, isWordy } from "../values/randomness.ts";

const BREAK = /\r?\n[ \t]{0,16}/y;
const REST = /[\w+/.-]{4,256}={0,2}(?=["'`)\]},;.]{0,3}[ \t]{0,16}(?:\r?\n|$))/y;
const HEAD = /[\w+/=.-]{6,256}/y;
const CUT = /(?<token>[\w+/=.-]{8,256})…$/y;
const CUT_REACH = 260;
const CUT_PREFIX = 4;
const CUT_LEAST = 6;
const BEFORE_TOKEN = /[A-Za-z0-9]/;
const HASH = /^[0-9a-f]{7,64}$/;

/** Where a terminal or an editor wrapped a token onto a second line. */
interface Wrap {
  /** The end of the first half, where the break begins. */
  breakAt: number;
  restStart: number;
  restEnd: number;
}

/** Extends a token by its second half on the next line, if there is one. */
export function withWrap(text: string, token: Span): Span {
  return { start: token.start, end: wrapAt(text, token.start, token.end)?.restEnd ?? token.end };
}

/** Finds a token that truncation cut off (the text ends in an ellipsis). Its prefix alone must identify it. */
export function findCutToken(text: string, start: number, prefix: number): Span | undefined {
  if (prefix < CUT_PREFIX || text.length - start > CUT_REACH || BEFORE_TOKEN.test(text.charAt(start - 1)))
    return undefined;
  CUT.lastIndex = start;
  const token = CUT.exec(text)?.groups?.["token"];
  if (token === undefined || token.length < prefix + CUT_LEAST || isWordy(token.slice(prefix)))
    return undefined;
  return { start, end: start + token.length };
}

/** Finds where a token that begins at `start` and is incomplete at the end of its line continues. */
export function findWrap(text: string, start: number): Wrap | undefined {
  HEAD.lastIndex = start;
  return HEAD.test(text) ? wrapAt(text, start, HEAD.lastIndex) : undefined;
}

/**
 * The wrap of a token whose first half ends at `end`. The second half is alone on its line and is not made of words,
 * since what a program prints after a token is usually not part of it; nor is it a hash, unless the token is hex too.
 */
function wrapAt(text: string, start: number, end: number): Wrap | undefined {
  BREAK.lastIndex = end;
  if (!BREAK.test(text)) return undefined;
  const restStart = BREAK.lastIndex;
  REST.lastIndex = restStart;
  const rest = REST.exec(text)?.[0];
  if (rest === undefined || isName(rest)) return undefined;
  if (HASH.test(rest) && !/[0-9a-f]{5}$/.test(text.slice(start, end))) return undefined;
  return { breakAt: end, restStart, restEnd: restStart + rest.length };
}

function isName(rest: string): boolean {
  return isWordy(rest) || rest.startsWith("-----") || (/[/.]/.test(rest) && !hasRandomPart(rest));
}

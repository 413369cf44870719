import { classifyName } from "../names/classify-name.ts";
import type { Span } from "../span.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { isRandom, isWordy } from "../values/randomness.ts";

const PAIR = /["'`]?\s{0,2}(?<name>[\w.-]{1,80})=(?<value>[^\s;"'`,]{1,4096})(?:;[ \t]?)?/y;
/** An entry of a cookie object in code: `cookies={"session": "…"}`. */
const ENTRY =
  /\{?\s{0,16}["'`](?<name>[\w.-]{1,80})["'`]\s{0,4}(?::|=>?|,)\s{0,4}["'`](?<value>[^\s"'`]{1,4096})["'`]\s{0,4},?/y;
const LONGEST_LIST = 40;

/** Reads the values of a cookie header that look like sessions: long and random, or with such a name. */
export function readCookies(text: string, from: number): Span[] {
  const spans: Span[] = [];
  const pattern = text.charAt(from) === "{" ? ENTRY : PAIR;
  pattern.lastIndex = from;
  for (let count = 0; count < LONGEST_LIST; count++) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) break;
    const { name = "", value = "" } = groups;
    const end = pattern.lastIndex;
    const start = text.lastIndexOf(value, end);
    if (isCookieSecret(name, value)) spans.push({ start, end: start + value.length });
  }
  return spans;
}

function isCookieSecret(name: string, value: string): boolean {
  // Cookies of web analytics.
  if (/^(?:_ga|_gid|_gat|_gcl|_fbp|_fbc|__utm)/.test(name)) return false;
  if (value.length < 8 || isPlaceholder(value) || /^(?:path|domain|expires|max-age|samesite)$/i.test(name))
    return false;
  if (
    /sess|sid|auth|token|jwt|secret|csrf|xsrf|login|remember|_id$/i.test(name) ||
    classifyName(name) !== undefined
  ) {
    return !isWordy(value) || value.length >= 20;
  }
  return value.length >= 24 && isRandom(value);
}

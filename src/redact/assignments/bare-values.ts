import type { SecretName } from "../names/secret-name.ts";
import type { Span } from "../span.ts";
import { withWrap } from "../tokens/wrapped-tokens.ts";
import { isRandom } from "../values/randomness.ts";
import { isSecretValue } from "../values/secret-value.ts";

/** A value this long may continue: of the 256 characters read, up to eight are stripped punctuation. */
const JUDGED_CHARS = 248;
/** Shorter values fit on one line. */
const WRAPPED_LEAST = 12;
const TYPE_NAME = /^(?:[A-Z][A-Za-z]*\d{0,3})(?:[[<(].*)?$/;
const TYPE_FOLLOWED = /^[ \t]{0,2}[|=<[(]/;
/** Unquoted values by context: the part that is judged, and what may follow it. */
const BARE = {
  // A question mark before a name begins another query.
  url: [/(?:[^\s"'`<>,;)}\]&#?]|\?(?!\w{1,40}=)){1,256}/y, /[^\s"'`<>,;)}\]&#]{0,1024}/y],
  // A driver's connection string: `…;user=sa;password=X;encrypt=true`.
  connection: [/[^\s"'`<>;]{1,256}/y, /[^\s"'`<>;]{0,1024}/y],
  env: [/[^\s"'`<>,;)}\](][^\s"'`<>]{0,255}/y, /[^\s"'`<>]{0,1024}/y],
  other: [/[^\s"'`<>,;)}\]]{1,256}/y, /[^\s"'`<>,;)}\]]{0,1024}/y],
} as const;

/** Reads an unquoted value after `name =`. The context decides which characters it may contain. */
export function readBareValue(
  text: string,
  from: number,
  { named, close }: { named: SecretName; close: string },
): Span | undefined {
  const isQuoted = /["'`]/.test(text.charAt(from));
  const at = isQuoted ? from + 1 : from;
  const context = contextOf(text, named);
  const [judged, more] = BARE[context];
  const value = matchAt(judged, text, at).replace(/[.:,;)\]}]{1,8}$/, "");
  if (value === "" || isIndex(value, close)) return undefined;
  const data = context !== "other" || isQuoted || text.startsWith("-", named.start);
  if ((!data && isTypeName(text, at, value)) || !isSecretValue(value, { kind: named.kind, data }))
    return undefined;
  const end = at + value.length;
  if (value.length >= JUDGED_CHARS) return { start: at, end: end + matchAt(more, text, end).length };
  return withRest(text, { start: at, end }, named);
}

/** A number in brackets is an index or a count. */
function isIndex(value: string, close: string): boolean {
  return close !== "" && /^[\d.-]+$/.test(value);
}

/** A long random token may continue on the next line, where a terminal wrapped it. */
function withRest(text: string, span: Span, { kind }: SecretName): Span {
  const value = text.slice(span.start, span.end);
  return kind === "token" && value.length >= WRAPPED_LEAST && isRandom(value) ? withWrap(text, span) : span;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function contextOf(text: string, { name, start, end }: SecretName): keyof typeof BARE {
  const before = text[start - 1] ?? "";
  if (/[?&]/.test(before)) return "url";
  if (before === ";" && text[end] === "=" && /;[^\S\n]{0,2}\w[\w ]{0,40}=/.test(text.slice(end, end + 160)))
    return "connection";
  const isVariable = /^(?:[A-Z][A-Z0-9_]*|_auth\w*|password|passwd|pwd|pass)$/.test(name);
  return text[end] === "=" && isVariable ? "env" : "other";
}

/** `token: Base64Token2 = `, `secret: Option<Secret32>`: a type in place of a value. */
function isTypeName(text: string, at: number, value: string): boolean {
  return TYPE_NAME.test(value) && TYPE_FOLLOWED.test(text.slice(at + value.length, at + value.length + 4));
}

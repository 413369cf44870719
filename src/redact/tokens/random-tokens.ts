import type { Span } from "../span.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { entropy } from "../values/randomness.ts";
import { isInBase64Block } from "./base64-block.ts";

// Tokens of vendors without a rule: a short prefix and a long random rest.
const CANDIDATE =
  /(?<![\w/+=.@%#:~$\\-])[A-Za-z][A-Za-z0-9]{0,11}(?:[_.-][A-Za-z0-9]{1,10}){0,3}?[_.-][A-Za-z0-9_-]{20,250}(?![\w/+=@%~-]|\.\w|:\w)/g;
const PREFIXED =
  /^(?<prefix>[A-Za-z][A-Za-z0-9]{0,11}(?:[_.-][A-Za-z0-9]{1,10}){0,3}?)[_.-](?<body>[A-Za-z0-9_-]{20,250})$/;
const KEY_PREFIX =
  /(?:^|[_.-])(?:[a-z]{0,4}sk|rk|[a-z]{0,3}key|tok|token|[a-z]{0,2}secret|[a-z]{0,2}pat|pats?|api|[a-z]{0,5}live|prod|test|auth|access|priv|private|cred|pw|waka|jwt|oauth|bot|hook|svc|adm|admin)$/i;
// Prefixes of ids, digests and file names, which are not secrets.
const THING =
  /^(?:toolu|srvtoolu|msg|msgbatch|req|call|chatcmpl|cmpl|resp|fc|rs|ws|item|thread|run|step|asst|vs|file|batch|evt|event|ses|cs|cus|sub|pi|ch|in|price|txn|acct|pm|seti|card|si|chk|usr|user|org|proj|project|wf|job|id|uid|sha\d*|md5|blake\d?\w?|crc\d*|integrity|chunk|vendor|index|main|app|h\d|etag|rev|commit|v\d*|cid|arn|i|ami|vpc|subnet|sg|eni|vol|snap|urn|trace|span|Qm\w*|AIza\w*|sntrys|bafy\w*|baf\w*|U2F\w*|AAAA\w*|cursor|page|next|hash|digest|node|task|plan|agent|conv|conversation|session|pk_(?:live|test)|checkpoint|snapshot|image|layer|build|deploy|dpl|prj|team|release|nonce|css|jsx|sc|svelte)(?:[_.-]|$)/i;
const CONTENT_QUOTE =
  /(?:^|[\s([{,>])["'`]$|(?:content|text|value|message|result|output|cfg|stdout|note|body|answer|prompt)["'`]?\s{0,2}[:=]\s{0,2}["'`]$/i;

/** Finds words that only a key generator makes, except in a path, a digest or a block of data. */
export function findRandomTokens(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (isKey(match[0]) && standsAlone(text, span)) spans.push(span);
  }
  return spans;
}

function isKey(word: string): boolean {
  if (!/\d/.test(word) || THING.test(word) || isPlaceholder(word)) return false;
  const groups = PREFIXED.exec(word)?.groups;
  if (groups === undefined) return false;
  const { prefix = "", body = "" } = groups;
  return isMixed(body, 20) || (KEY_PREFIX.test(prefix) && isPlainRandom(body));
}

/** True if upper case, lower case and digits alternate often. */
function isMixed(word: string, least: number): boolean {
  if (word.length < least || !/[a-z].*[a-z].*[a-z]/.test(word) || !/[A-Z].*[A-Z].*[A-Z]/.test(word))
    return false;
  if (isIdentifier(word)) return false;
  const digits = word.replace(/\D/g, "").length;
  if (digits < 2 || digits > word.length * 0.6) return false;
  const longest = Math.max(...(word.match(/[a-z]+|[A-Z]+/g) ?? []).map((run) => run.length));
  return changes(word) >= 0.4 && longest <= Math.max(6, word.length / 6) && entropy(word) >= 3.6;
}

/** True for words in snake or camel case, with a few digits: most letters form words, unlike in generated tokens. */
function isIdentifier(word: string): boolean {
  const letters = word.replace(/[^A-Za-z]/g, "").length;
  const inWords = (word.match(/[A-Z]?[a-z]{3,}|(?<![A-Za-z])[A-Z]{2,}(?![a-z])/g) ?? []).join("").length;
  return inWords >= letters * 0.6;
}

/** True for a long word of digits and letters of one case, without visible order. */
function isPlainRandom(word: string): boolean {
  return (
    word.length >= 24 && /^[a-z0-9]+$|^[A-Z0-9]+$/.test(word) && changes(word) >= 0.25 && entropy(word) >= 3
  );
}

function changes(word: string): number {
  return (word.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)|[_-]/g)?.length ?? 0) / word.length;
}

function standsAlone(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  const last = before.at(-1) ?? "\n";
  if (/["'`]/.test(last)) return CONTENT_QUOTE.test(before);
  if (
    /[=,;&?]/.test(last) ||
    /(?:integrity|sha\d+|hash|digest|checksum|fingerprint|signature|cursor|base64)\W{0,4}$/i.test(before)
  )
    return false;
  return !isInBase64Block(text, { start, end });
}

import type { Span } from "../span.ts";
import { decodeBase64 } from "../values/base64.ts";
import { isCompound } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { isWordy } from "../values/randomness.ts";

// The first of every four characters shows whether the bytes are text. Encoded binary data matches only in short runs.
const CANDIDATE =
  /(?<![A-Za-z0-9+/_-])(?:[CDIJ-Za-f][A-Za-z0-9+/]{3}){2}[A-Za-z0-9+/]{0,16000}={0,2}(?![A-Za-z0-9+/_=])/g;
const LOGIN = /^[\w.@+-]{1,64}:(?<password>[^\s:]{4,128})$/;
/** Older GitHub ids: `04:User10911412`. */
const OBJECT_ID = /^\d{2,3}:[A-Z][A-Za-z]+\d+$/;
// Next to a call that decodes or encodes, one word is enough.
const DECODED_BEFORE =
  /(?:b64_?decode|base64_?decode|decode64|atob|frombase64string|base64[\s-]{1,4}(?:-d|-D|--decode)[ \t]{0,4}<<<|base64\.(?:decode|standard\w*\.decode\w*|getdecoder\(\)\.decode)|debase64|unbase64)["'(\s\w=]{0,8}$|(?:buffer\.from)\(["'`]$/i;
const DECODED_AFTER =
  /^["'`]{0,1}\s{0,2}(?:\|[ \t]{0,4}(?:openssl )?(?:base64|enc)\s|,\s{0,2}["'`]base64|\|>\s*Base)/i;
const AROUND = 48;
const LEAST_DECODED = 6;

/** Finds base64 that encodes a login or a secret. `find` returns whether decoded text contains a secret. */
export function findEncodedSecrets(text: string, find: (decoded: string) => boolean): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const decoded = decodeBase64(match[0]);
    if (decoded === undefined || decoded.trim().length < LEAST_DECODED) continue;
    const span = { start: match.index, end: match.index + match[0].length };
    if (isLogin(decoded) || (isDecodedNearby(text, span) && isSecretWord(decoded)) || find(decoded))
      spans.push(span);
  }
  return spans;
}

function isLogin(decoded: string): boolean {
  const password = LOGIN.exec(decoded.trim())?.groups?.["password"];
  if (password === undefined || OBJECT_ID.test(decoded.trim())) return false;
  return !isPlaceholder(password) && isSecretWord(password);
}

function isSecretWord(decoded: string): boolean {
  const word = decoded.trim();
  if (/\s/.test(word) || isPlaceholder(word)) return false;
  return (
    isCompound(word) ||
    isPasswordLike(word) ||
    isKeyLike(word) ||
    (/^[0-9a-f]{24,}$/i.test(word) && !isWordy(word))
  );
}

function isDecodedNearby(text: string, { start, end }: Span): boolean {
  return (
    DECODED_BEFORE.test(text.slice(Math.max(0, start - AROUND), start)) ||
    DECODED_AFTER.test(text.slice(end, end + AROUND))
  );
}

import type { Detection, Detector } from "../detector.ts";
import { lineEnd, lineStart } from "../line.ts";
import { classifyName } from "../names/classify-name.ts";
import type { Span } from "../span.ts";
import { isCompound } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { hasMixture } from "../values/randomness.ts";

// Commands that generate secrets, and commands that print stored ones.
const GENERATES =
  /\b(?:pwgen|apg|diceware|xkcdpass|openssl\s+rand|wg\s+gen(?:key|psk)|gen-?(?:passw|secret|token|key)\w*)\b|\/dev\/u?random|secrets\.token|randomBytes/;
const SHOWS_STORED =
  /\b(?:pass\s+(?:show\s+)?\S*\/|gopass\s+show|bw\s+get\s+(?:password|totp)|op\s+(?:read|item\s+get)|kv\s+get\b.*-field|get-login-password|print-(?:access|identity)-token|get-access-token|auth\s+token|create\s+token|get\s+secrets?\b.*(?:jsonpath|template|base64)|find-(?:generic|internet)-password|secret-tool\s+lookup|get-secret-value|get-parameter\b.*--with-decryption|sops\s+-?-?d|ansible-vault\s+(?:view|decrypt)|node-token)/;
// Commands that print a file, a variable, a field or a setting by its name.
const NAMED =
  /(?:\bcat\s+\S{0,200}?|\b(?:echo|printf)\s+["']?\$\{?|\bprintenv\s+|\bjq\s+-\w*r\w*\s+["']?\S{0,80}?|\boutput\s+-raw\s+|\bconfig[: ]get\s+|\bsecrets?\s+get\s+)(?<name>[\w-]{2,80}(?:\.txt)?)["'}\]]{0,4}(?=\s|$)/g;
const PROMPT = /^(?:[^\n$#%❯>]{0,80}[$#%❯>]|\+)[ \t]+/;
const REACH = 320;
const MOST = 12;

/** The output of a command that generates or shows a secret: alone on a line below the command. */
export const printedSecretDetector: Detector = {
  keywords: [
    ..."pwgen|apg |diceware|xkcdpass|openssl rand|genkey|genpsk|/dev/urandom|/dev/random|secrets.token|randombytes".split(
      "|",
    ),
    ..."pass show|gopass|bw get|op read|op item|kv get|get-login-password|print-access|print-identity|get-access-token".split(
      "|",
    ),
    ..."auth token|create token|get secret|find-generic-password|find-internet|secret-tool|get-secret-value|get-parameter".split(
      "|",
    ),
    ...'sops |ansible-vault|node-token|cat |echo $|echo "$|echo ${|printenv|jq -|output -raw|config:get|config get|secrets get|gen-pass|gen-secret|gen-token|genpass'.split(
      "|",
    ),
  ],
  detect: findPrinted,
};

function findPrinted(text: string, at: number): Detection {
  const end = lineEnd(text, at, REACH);
  const line = text.slice(lineStart(text, at, REACH), end);
  const prompt = PROMPT.exec(line)?.[0].length;
  if (prompt === undefined || text.charCodeAt(end) !== 10) return { spans: [], readTo: end };
  const command = line.slice(prompt);
  const isSecret = GENERATES.test(command) ? hasMixture : showsSecret(command) ? looksStored : undefined;
  return { spans: isSecret === undefined ? [] : readLines(text, end + 1, isSecret), readTo: end };
}

/** A pipe to a program that hashes or counts its input prints no secret. */
function showsSecret(command: string): boolean {
  if (/\|\s*(?:wc|\w*sum|grep|openssl\s+dgst)\b|[^|]>\s*\S/.test(command)) return false;
  if (SHOWS_STORED.test(command)) return true;
  return [...command.matchAll(NAMED)].some(
    ({ groups }) => classifyName((groups?.["name"] ?? "").replace(/\.txt$/, "")) !== undefined,
  );
}

function looksStored(value: string): boolean {
  return (
    isPasswordLike(value) ||
    isKeyLike(value) ||
    isCompound(value) ||
    /^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(value)
  );
}

function readLines(text: string, from: number, isSecret: (value: string) => boolean): Span[] {
  const spans: Span[] = [];
  let next = from;
  while (spans.length < MOST) {
    const end = lineEnd(text, next, 4_096);
    const value = text.slice(next, end).trim();
    if (value.length < 6 || /\s|^[~./]|:\/\//.test(value) || isPlaceholder(value) || !isSecret(value)) break;
    const start = text.indexOf(value, next);
    spans.push({ start, end: start + value.length });
    next = end + 1;
  }
  return spans;
}

import { captureAt } from "../captured.ts";
import { createDetector, type Detection, type Detector } from "../detector.ts";
import type { Span } from "../span.ts";
import { isCompound, isPassphrase } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike, isStrongPassword } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { isSecretValue } from "../values/secret-value.ts";

const SIGN_IN = [
  "login",
  "signin",
  "sign_in",
  "auth",
  "credential",
  "basic(",
  "_bind",
  "withemail",
  "session(",
];
const CONNECT = ["connect", "connection(", "pdo(", "mysqli(", "sftp.", "client(", "search("];
const CRYPTO = [
  "hmac",
  "crypt(",
  "encrypt",
  "decrypt",
  "jwt.",
  "jws.",
  "sign(",
  "verify(",
  "pbkdf2",
  "scrypt",
  "fernet(",
  "secretkeyspec",
  "derivebytes",
  "bcrypt",
  "shakeyfor",
  "cookieparser(",
  "aes.new",
  "staticprovider",
  "_verify(",
];
const PROMPTS = ["assword", "assphrase", "passwd"];

/** Secrets as positional arguments: `login("bob", "…")`, `createHmac("sha256", "…")`, `fill("#password", "…")`. */
export const literalArgumentDetectors: readonly Detector[] = [
  { keywords: SIGN_IN, detect: (text, at) => findArgument(text, at, isSignInArgument) },
  { keywords: CONNECT, detect: (text, at) => findArgument(text, at, isConnectArgument) },
  { keywords: CRYPTO, detect: (text, at) => findArgument(text, at, isKeyArgument) },
  createDetector(PROMPTS, findAnswer),
];

interface Argument extends Span {
  value: string;
  literal: boolean;
}

const OPENING =
  /[\w.]{0,24}[\w"'`\]]{0,3}(?:(?:\s{0,2}[:=]\s{0,2})?[([]\s{0,8}|[ \t](?=["'][^"'\n]{1,64}["'][ \t]["']))/y;
const ARGUMENT =
  /(?:[\w.]{1,24}\s?[:=]\s?)?(?:[A-Za-z.]{1,16}\(|\[\]byte\(|:)?(?:[bfrs@]?(?:"(?<double>[^"\n]{0,256})"|'(?<single>[^'\n]{0,256})'|`(?<back>[^`\n]{0,256})`)|(?<bare>[^\s"'`,()[\]{}]{1,80}))(?:\.\w{1,16}\(["'\w-]{0,12}\))?\)?\s{0,8}(?<next>,?)\s{0,8}/dy;
const MOST_ARGUMENTS = 6;

function findArgument(
  text: string,
  at: number,
  isSecret: (argument: Argument, before: readonly Argument[]) => boolean,
): Detection {
  const all = readArguments(text, at);
  const spans = all.filter(
    (argument, index) =>
      argument.literal && !isPlaceholder(argument.value) && isSecret(argument, all.slice(0, index)),
  );
  return { spans, readTo: spans.at(-1)?.end ?? at + 1 };
}

function readArguments(text: string, at: number): Argument[] {
  OPENING.lastIndex = at;
  if (!OPENING.test(text)) return [];
  const all: Argument[] = [];
  let next = OPENING.lastIndex;
  while (all.length < MOST_ARGUMENTS) {
    const argument = captureAt(ARGUMENT, text, next);
    if (argument === undefined) break;
    all.push({ ...argument, literal: argument.groups["bare"] === undefined });
    next = ARGUMENT.lastIndex;
    // In a shell, only a space separates arguments.
    if (argument.groups["next"] === "" && !/["']/.test(text.charAt(next))) break;
  }
  return all;
}

function isSignInArgument({ value }: Argument, before: readonly Argument[]): boolean {
  return (
    before.length > 0 && !/\s/.test(value) && (isPasswordLike(value) || isKeyLike(value) || isCompound(value))
  );
}

/** The arguments are a host or an address, a user, and a password. */
function isConnectArgument(argument: Argument, before: readonly Argument[]): boolean {
  const last = before.at(-1);
  if (last?.literal !== true) return false;
  const isMachineMade =
    isHexKey(argument.value) || (isKeyLike(argument.value) && argument.value.length >= 24);
  return (before.length > 1 || isMachineMade) && (isSignInArgument(argument, before) || isMachineMade);
}

function isKeyArgument({ value }: Argument): boolean {
  return (
    !/\s/.test(value) &&
    (isKeyLike(value) || isStrongPassword(value) || isHexKey(value) || isMixedWord(value))
  );
}

function isMixedWord(value: string): boolean {
  return isPasswordLike(value) && /\d{2}/.test(value);
}

function isHexKey(value: string): boolean {
  return /^[0-9a-f]{32,128}$/i.test(value);
}

const ANSWER =
  /[^\n"'`]{0,24}["'`)\]][^\n]{0,24}?\n?[^\n"'`]{0,40}?(?:send|type|fill|enter|with|setvalue|write|put|input|respond)[\w-]{0,12}[ \t]{0,2}[({ \t-]{0,6}(?:\w{1,12}\()?["'`](?<value>[^"'`\n]{4,128})\s?["'`]/diy;

/** The text that a script types at a password prompt or into a password field. */
function findAnswer(text: string, at: number): Span | undefined {
  const answer = captureAt(ANSWER, text, at);
  const value = answer?.value.trimEnd() ?? "";
  if (
    answer === undefined ||
    !(isPassphrase(value) || isSecretValue(value, { kind: "password", data: true }))
  )
    return undefined;
  return { start: answer.start, end: answer.start + value.length };
}

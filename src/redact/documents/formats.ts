import { type CapturedSpan, captureAt } from "../captured.ts";
import { createDetector, type Detector } from "../detector.ts";
import type { Span } from "../span.ts";
import { isPlaceholder } from "../values/placeholder.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
const JWK_REACH = 4_096;

// The middle part of a Discord bot token is a six-character timestamp: it begins with F, G, H or X to Z.
const DISCORD_KEYWORDS = "fghxyz"
  .split("")
  .flatMap((first) => ALPHABET.split("").map((second) => `.${first}${second}`));

const FORMATS: readonly {
  keywords: readonly string[];
  find: (text: string, at: number) => Span | undefined;
}[] = [
  { keywords: ['"d"', '"p"', '"q"', '"k"', '"dp"', '"dq"', '"qi"'], find: findJwkMember },
  { keywords: ["private-lines:"], find: findPuttyKey },
  {
    keywords: [
      "$apr1$",
      "$2a$",
      "$2b$",
      "$2y$",
      "$1$",
      "$5$",
      "$6$",
      "$y$",
      "$7$",
      "$argon2",
      "$pbkdf2",
      "$scrypt",
      "{ssha",
      "{sha}",
    ],
    find: findPasswordHash,
  },
  { keywords: DISCORD_KEYWORDS, find: findDiscordToken },
  {
    keywords: [":5432:", ":*:", ":3306:", ":5433:", ":6432:", ":5439:", ":15432:", ":26257:"],
    find: findPgpass,
  },
  { keywords: ["add-mask::", "issecret=true", "setvariable variable="], find: findMasked },
  { keywords: ["334 ugfzc3dvcmq6"], find: findMailAnswer },
  { keywords: ["random_password", "random_string"], find: findGenerated },
  { keywords: ["wifi:"], find: findWifiPassword },
  { keywords: ["otpauth:", "?secret=", "&secret="], find: findOtpSecret },
  {
    keywords: [
      "totp",
      "authenticator",
      "authy",
      "otp seed",
      "2fa seed",
      "seed do otp",
      "setup key",
      "qr code",
      "the qr",
    ],
    find: findAuthenticatorSeed,
  },
  { keywords: ["accounts:", 'accounts":', "accounts ="], find: findAccountKey },
  { keywords: ['"ac', "'ac"], find: findAccountToken },
  { keywords: ["fs.azure.account.key", "azure_storage_key", "accountkey"], find: findStorageKey },
  { keywords: ["@tcp(", "@unix("], find: findDataSource },
];

/** A detector for each format whose context identifies a secret. */
export function formatDetectors(): Detector[] {
  return FORMATS.map(({ keywords, find }) => createDetector(keywords, find));
}

const JWK_VALUE = /"(?:d|p|q|k|dp|dq|qi)"\s{0,4}:\s{0,4}"(?<value>[\w-]{16,4096})/y;

function findJwkMember(text: string, at: number): Span | undefined {
  JWK_VALUE.lastIndex = at;
  const value = JWK_VALUE.exec(text)?.groups?.["value"];
  if (value === undefined || !text.slice(Math.max(0, at - JWK_REACH), at + JWK_REACH).includes('"kty"'))
    return undefined;
  return { start: JWK_VALUE.lastIndex - value.length, end: JWK_VALUE.lastIndex };
}

const PUTTY =
  /private-lines:[ \t]{0,4}\d{1,3}[ \t]{0,4}\r?\n(?<body>(?:[ \t]{0,8}[A-Za-z0-9+/=]{1,76}(?:[ \t]{0,4}(?:\r?\n|$)|(?=[ "'`]))){1,99})/iy;

function findPuttyKey(text: string, at: number): Span | undefined {
  PUTTY.lastIndex = at;
  const body = PUTTY.exec(text)?.groups?.["body"];
  return body === undefined
    ? undefined
    : { start: PUTTY.lastIndex - body.length, end: PUTTY.lastIndex - (body.endsWith("\n") ? 1 : 0) };
}

const HASH =
  /(?:\$[a-z0-9-]{1,16}\$[./A-Za-z0-9$=,+-]{16,200}|\{s?sha(?:256|384|512)?\}[A-Za-z0-9+/]{16,200}={0,2})/iy;

function findPasswordHash(text: string, at: number): Span | undefined {
  HASH.lastIndex = at;
  return HASH.test(text) ? { start: at, end: HASH.lastIndex } : undefined;
}

const PGPASS = /:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(?<value>(?:\\.|[^\s:\\]){4,128})/y;

function findPgpass(text: string, at: number): Span | undefined {
  PGPASS.lastIndex = at;
  const value = PGPASS.exec(text)?.groups?.["value"];
  return value === undefined ? undefined : { start: PGPASS.lastIndex - value.length, end: PGPASS.lastIndex };
}

const DATA_SOURCE = /(?:^|[\s"'`=])[\w.-]{1,64}:(?<password>[^\s"'`]{3,128})$/d;
const DATA_SOURCE_REACH = 196;

/** `user:password@tcp(host:3306)/name`, as Go's database drivers take it. */
function findDataSource(text: string, at: number): Span | undefined {
  const from = Math.max(0, at - DATA_SOURCE_REACH);
  const range = DATA_SOURCE.exec(text.slice(from, at))?.indices?.groups?.["password"];
  if (range === undefined) return undefined;
  const span = { start: from + range[0], end: from + range[1] };
  return isPlaceholder(text.slice(span.start, span.end)) ? undefined : span;
}

const MASKED =
  /(?:add-mask::|(?:issecret=true|setvariable variable=\w*(?:pass|secret|token|key|pwd)\w*)[^\]\n]{0,80}\])(?<value>[^\s"'`]{4,4096})/dy;

/** A value that a CI pipeline is told to hide from its log. */
function findMasked(text: string, at: number): Span | undefined {
  return unlessPlaceholder(captureAt(MASKED, text, at));
}

const MAIL_ANSWER =
  /334 UGFzc3dvcmQ6\s{1,4}(?:\w{1,8}:|[<>*-]{1,3})?[ \t]{0,4}(?<value>[A-Za-z0-9+/]{4,512}={0,2})/dy;

/** A mail client's answer to the prompt `Password:`, both in base64. */
function findMailAnswer(text: string, at: number): Span | undefined {
  return unlessPlaceholder(captureAt(MAIL_ANSWER, text, at));
}

const GENERATED = /[^]{1,600}?"?\bresult"?\s{0,8}[:=]\s{0,8}"(?<value>[^"\n]{6,256})"/dy;

/** A generated password in a Terraform state file. */
function findGenerated(text: string, at: number): Span | undefined {
  return unlessPlaceholder(captureAt(GENERATED, text, at));
}

const WIFI = /wifi:(?:[^\n;]{0,64};){0,4}p:(?<value>(?:\\.|[^;\n\\]){4,128});/diy;

/** The text of a QR code with which a phone joins a network. */
function findWifiPassword(text: string, at: number): Span | undefined {
  return unlessPlaceholder(captureAt(WIFI, text, at));
}

const OTP_SECRET = /(?:otpauth:\/\/[^\s"'<>]{1,200}?)?[?&]secret=(?<value>[A-Z2-7]{16,128})/diy;

function findOtpSecret(text: string, at: number): Span | undefined {
  return unlessPlaceholder(captureAt(OTP_SECRET, text, at));
}

function unlessPlaceholder(captured: CapturedSpan | undefined): Span | undefined {
  return captured === undefined || isPlaceholder(captured.value) ? undefined : captured;
}

const DISCORD = /(?<![\w.-])[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,42}(?![\w-])/y;

function findDiscordToken(text: string, at: number): Span | undefined {
  let start = at;
  while (start > at - 29 && /[\w-]/.test(text[start - 1] ?? "")) start--;
  DISCORD.lastIndex = start;
  return DISCORD.test(text) ? { start, end: DISCORD.lastIndex } : undefined;
}

/** Base32 as authenticators show it. The required digit excludes words in capitals. */
const BASE32 =
  /(?<![A-Za-z0-9_-])(?:(?=[A-Z]*[2-7])[A-Z2-7]{16,64}|(?=[a-z ]*[2-7])[a-z2-7]{4}(?: [a-z2-7]{4}){3,15}|(?=[A-Z ]*[2-7])[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15})(?![A-Za-z0-9_-])/;
const SEED_REACH = 96;

function findAuthenticatorSeed(text: string, at: number): Span | undefined {
  return firstWithin(text, at, { pattern: BASE32, reach: SEED_REACH });
}

/** 64 bytes in base64. */
const STORAGE_KEY = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{86}==/;
const STORAGE_REACH = 192;

function findStorageKey(text: string, at: number): Span | undefined {
  return firstWithin(text, at, { pattern: STORAGE_KEY, reach: STORAGE_REACH });
}

function firstWithin(
  text: string,
  at: number,
  { pattern, reach }: { pattern: RegExp; reach: number },
): Span | undefined {
  const found = pattern.exec(text.slice(at, at + reach));
  return found === null ? undefined : { start: at + found.index, end: at + found.index + found[0].length };
}

/** Private keys of accounts in the settings of blockchain tools. */
const ACCOUNT_KEY = /accounts["']?\s{0,4}[:=]\s{0,4}\[\s{0,8}["'`](?<value>0x[0-9a-f]{64})["'`]/diy;

function findAccountKey(text: string, at: number): Span | undefined {
  return captureAt(ACCOUNT_KEY, text, at);
}

/** A Twilio token after the id of its account (`AC…`). The token itself looks like any hash. */
const ACCOUNT_TOKEN = /["']AC[0-9a-f]{32}["']\s{0,4},\s{0,8}["'](?<value>[0-9a-f]{32})["']/dy;

function findAccountToken(text: string, at: number): Span | undefined {
  return captureAt(ACCOUNT_TOKEN, text, at);
}

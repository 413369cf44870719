import { captureAt } from "../captured.ts";
import type { Detection, Detector } from "../detector.ts";
import type { Span } from "../span.ts";
import { isKeyLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";

const USERINFO = /(?<user>[^\s:/@"'`<>?#]{0,256}):(?<password>[^\s"'`<>]{1,512}?)@(?=[\w[.$%{-])/y;
const LONG_USERINFO = /(?<user>[^\s:/@"'`<>?#]{0,256}):(?<password>[^\s"'`<>/,;]{1,512})@(?=[\w[.$%{-])/y;
const BARE_USERINFO = /(?<token>[A-Za-z0-9_.~-]{20,256}={0,2})@(?=[\w.-]+\.[a-z]{2,}|\d{1,3}\.\d)/y;

/** Passwords in URLs, and URLs that are secrets themselves. */
export const urlDetector: Detector = { keywords: ["://"], detect: detectUrl };

function detectUrl(text: string, at: number): Detection {
  const found = [findUrlCredentials(text, at), findSecretUrl(text, at), findLinkToken(text, at)];
  const spans = found.filter((span) => span !== undefined);
  return { spans, readTo: at + 3 };
}

/** The password of `scheme://user:password@host`; `at` is the position of `://`. */
function findUrlCredentials(text: string, at: number): Span | undefined {
  const start = at + 3;
  USERINFO.lastIndex = start;
  // A password may contain `@`: the last one before the path ends it.
  LONG_USERINFO.lastIndex = start;
  const groups = (LONG_USERINFO.exec(text) ?? USERINFO.exec(text))?.groups;
  if (groups !== undefined) return passwordOf(groups, start, text);
  BARE_USERINFO.lastIndex = start;
  const token = BARE_USERINFO.exec(text)?.groups?.["token"];
  if (token === undefined || !/\d/.test(token) || isPlaceholder(token)) return undefined;
  return { start, end: start + token.length };
}

function passwordOf(
  groups: Readonly<Record<string, string | undefined>>,
  start: number,
  text: string,
): Span | undefined {
  const { user = "", password = "" } = groups;
  const from = start + user.length + 1;
  const isPort = /^\d{1,5}\//.test(password);
  // Examples in documentation: `https://abc:xyz@host`.
  const isExample = /^(?:[a-z]{1,4}|\d{1,3})$/i.test(password);
  // The default login of a local database: `postgres:postgres@localhost`.
  const host = text.slice(from + password.length + 1, from + password.length + 11);
  const isDefault = user === password && /^(?:localhost|127\.0\.0\.)/.test(host);
  if (isPort || isExample || isDefault || isPlaceholder(password) || /^[[{(]|\/\//.test(password))
    return undefined;
  return { start: from, end: from + password.length };
}

const SECRET_URL = new RegExp(
  [
    "(?:\\w+\\.)?discord(?:app)?\\.com/api(?:/v\\d+)?/webhooks/\\d{5,30}/[\\w-]{20,120}",
    "hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,120}",
    "(?:[\\w-]{1,64}\\.webhook\\.office\\.com/webhookb2|outlook\\.office(?:365)?\\.com/webhook)/[\\w@/-]{60,300}",
    "chat\\.googleapis\\.com/v1/spaces/[\\w-]{4,40}/messages\\?[\\w=&%.-]{20,300}",
    "ntfy\\.sh/(?=[\\w-]{0,60}\\d)[\\w-]{12,64}",
    "[\\w.-]{3,80}/hooks/[a-z0-9]{26}",
    "hooks\\.zapier\\.com/hooks/(?:catch|standard)/\\d{3,12}/\\w{4,40}",
    "maker\\.ifttt\\.com/(?:trigger/[\\w-]{1,80}(?:/json)?/with/key|use)/[\\w-]{16,80}",
    "hook\\.[a-z0-9.]{0,12}(?:make|integromat)\\.com/\\w{16,64}",
    "open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v2/hook/[\\w-]{20,60}",
    "[\\w-]{1,64}\\.m\\.pipedream\\.net",
    "calendar\\.google\\.com/calendar/ical/[^\\s\"'<>]{1,200}/private-[0-9a-f]{32}",
    "hc-ping\\.com/[0-9a-f-]{36}",
    "webhook\\.site/[0-9a-f-]{36}",
  ].join("|"),
  "y",
);
const SCHEME_REACH = 8;

/** A URL that grants access to anyone who knows it: the whole URL is the secret. */
function findSecretUrl(text: string, at: number): Span | undefined {
  SECRET_URL.lastIndex = at + 3;
  if (!SECRET_URL.test(text)) return undefined;
  let start = at;
  while (start > at - SCHEME_REACH && /[a-z]/i.test(text[start - 1] ?? "")) start--;
  return { start, end: SECRET_URL.lastIndex };
}

/** A link in an email that signs in anyone who opens it. */
const LINK_TOKEN =
  /:\/\/[^\s"'`<>?#]{3,160}?\/(?:password[-_/]reset|reset(?:[-_]password)?|invit(?:e|ation)|magic(?:[-_]?link)?|activate|confirm|sign-?in|login)\/(?<value>[\w-]{16,128})(?![\w/-])/diy;

function findLinkToken(text: string, at: number): Span | undefined {
  const token = captureAt(LINK_TOKEN, text, at);
  return token !== undefined && isKeyLike(token.value) ? token : undefined;
}

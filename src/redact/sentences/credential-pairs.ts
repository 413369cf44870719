import { captureAt } from "../captured.ts";
import { createDetector, type Detector } from "../detector.ts";
import type { Span } from "../span.ts";
import { isMarkedCompound } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";

// A user and its password: `admin / X`, `bob@example.com:X`, `creds: bob:X`, `u: bob p: X`.
const PAIR =
  /(?:(?:^|[\s"'`(*])(?:admin|root|administrator|superuser|sysadmin|postgres|guest|demo)|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,32}|(?:creds?|credentials?|logins?|account|zugang(?:sdaten)?|identifiants|acc[eè]s|wifi|wlan|ssid|vpn|ssh|rdp|u|user|username|usr|benutzer|usuario)(?: (?:are|is|for [\w-]{1,20}|für [\w-]{1,20}|to [\w-]{1,20}))?[:=]?[ \t]{1,2}["'`]?[\w.@+-]{1,48})["'`]?(?:[ \t]{1,2}[/|][ \t]{1,2}|:[ \t]?|\/|[ \t]{0,2}[,;]?[ \t]{1,2}(?:p|pw|pwd|pass|mdp)[:=]?[ \t]{0,2})["'`]?(?<value>[^\s"'`]{5,128})/diy;
const LEAD = 1;

/** A password after the name of its user. */
export const credentialPairDetector: Detector = createDetector(
  [
    "admin",
    "root",
    "administrator",
    "superuser",
    "postgres",
    "guest",
    "demo",
    "cred",
    "login",
    "account",
    "zugang",
    "identifiant",
    "wifi",
    "wlan",
    "vpn",
    "u: ",
    "user",
    "benutzer",
    "usuario",
  ],
  (text, at) => findPair(text, Math.max(0, at - LEAD)) ?? findPair(text, at),
);

/** A password after the email address of its user. */
export const mailLoginDetector: Detector = createDetector(
  ["@example", ".com", ".org", ".net", ".io ", ".de ", ".local", ".dev"],
  (text, at) => {
    let start = at;
    while (start > at - 96 && /[\w.@+-]/.test(text.charAt(start - 1))) start--;
    return findPair(text, start);
  },
);

function findPair(text: string, from: number): Span | undefined {
  const pair = captureAt(PAIR, text, from);
  if (pair === undefined) return undefined;
  const value = pair.value.replace(/[.,;:)\]]+$/, "");
  if (isPlaceholder(value) || /^[\d.:-]+$|^\/|\.\w{1,5}$/.test(value)) return undefined;
  return isMarkedCompound(value) || isPasswordLike(value) || isKeyLike(value)
    ? { start: pair.start, end: pair.start + value.length }
    : undefined;
}

import { capturedBy } from "../captured.ts";
import type { Detection, Detector } from "../detector.ts";
import { lineEnd } from "../line.ts";
import { isPasswordLike, isStrongPassword } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";

// Programs and subcommands that set a user's password or ask for it: `net user bob X`, `rabbitmqctl add_user bob X`.
const SETS_PASSWORD =
  /(?:add|new|net|create|mod|set|change|reset)[ _-]?(?:user|pass\w*|login|princ)|user[ _-]?(?:add|create|mod)|passwd/i;
const WORD =
  /(?<=[\s>]|^)(?:"(?<double>[^"\s]{5,128})"|'(?<single>[^'\s]{5,128})'|(?<bare>[^\s"'`|;&<>()]{5,128}))(?=[\s?.!,]|$)/dg;
const REACH = 160;
const MOST_WORDS = 12;

/** Finds words that look like a password on lines about users, passwords or signing in. */
export const commandLineDetector: Detector = {
  keywords: [
    "passwd",
    "password ",
    "_user",
    "adduser",
    "useradd",
    "net user",
    "user add",
    "user create",
    "addprinc",
    "setuser",
    "change_pass",
    "login ",
    "log in ",
    "sign in ",
    "log on ",
    "isql ",
    "alias set",
    "keychain",
    "-passin",
    "authenticate",
    "register ",
    "db2 connect",
    "sudo -",
    "impersonate",
    "auth ",
  ],
  detect: findWords,
};

function findWords(text: string, at: number): Detection {
  const end = lineEnd(text, at, REACH);
  const line = text.slice(at, end);
  const isSecret = SETS_PASSWORD.test(text.slice(Math.max(0, at - 8), at + 24))
    ? isPasswordLike
    : isStrongPassword;
  const spans = [...line.matchAll(WORD)]
    .slice(0, MOST_WORDS)
    .map(capturedBy)
    .filter((word) => word !== undefined)
    .filter(({ value }) => isSecret(value) && !isPlaceholder(value) && !/[/=]/.test(value))
    .map((word) => ({ start: at + word.start, end: at + word.end }));
  return { spans, readTo: end };
}

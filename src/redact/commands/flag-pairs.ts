import { capturedBy } from "../captured.ts";
import { createDetector, type Detector } from "../detector.ts";
import { lineEnd, lineStart } from "../line.ts";
import type { Span } from "../span.ts";
import { isCompound } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike, isStrongPassword } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";

// A flag for the user and, on the same line, one for the password: `-u bob -p X`, `/u:bob /p:X`, `-U bob%X`.
const USER_FLAG =
  /(?:^|[ \t])(?:-u|-U|--user(?:name)?|-user|-l|--login|\/u(?:ser)?|\/ru|-d|\/v)(?:[ \t=:]{1,4}|(?=\w))["']?[\w\\.@+-]{1,64}/;
const PASSWORD_FLAG =
  /(?:^|[ \t])(?:-p|-P|-w|-pw|-pass|-passwd|--pass|\/p|\/pass|\/rp|\/pw)(?:[ \t=:]{1,4})?(?:"(?<double>[^"\n]{5,128})"|'(?<single>[^'\n]{5,128})'|(?<bare>[^\s"'`|;&<>-][^\s"'`|;&<>]{4,127}))/dg;
const USER_AND_PASSWORD =
  /(?:-u|-U|--user)(?:[ \t=]{0,4})["']?[\w\\.@+-]{1,64}[%,]["']?(?<bare>[^\s"'`|;&<>]{5,128})/dg;
const CREDENTIAL_WORD = / -pw |user|passw|keychain|cert|sign|crypt|secret|login|keystore/i;
const REACH = 240;

/** A password in a short flag, next to the flag that names the user. */
export const flagPairDetector: Detector = createDetector(
  [" -p", " -w ", " -pw ", " /p", " /rp", "\t-p", " -u ", "--user "],
  (text, at, from) => {
    const start = Math.max(from, lineStart(text, at, REACH));
    const line = text.slice(start, lineEnd(text, at, REACH));
    const isLogin = USER_FLAG.test(line) || CREDENTIAL_WORD.test(line);
    return firstPassword(line, start, isLogin ? isHumanPassword : isStrongPassword);
  },
);

function firstPassword(
  line: string,
  offset: number,
  isPassword: (value: string) => boolean,
): Span | undefined {
  const found = [PASSWORD_FLAG, USER_AND_PASSWORD]
    .flatMap((pattern) => [...line.matchAll(pattern)])
    .map(capturedBy)
    .find((argument) => argument !== undefined && isSecretArgument(argument.value, isPassword));
  return found === undefined ? undefined : { start: offset + found.start, end: offset + found.end };
}

function isHumanPassword(value: string): boolean {
  return isPasswordLike(value) || isCompound(value);
}

/** Ports, versions and paths are excluded: other programs take them with the same flags. */
function isSecretArgument(value: string, isPassword: (value: string) => boolean): boolean {
  if (isPlaceholder(value) || /^[\d.:-]+$|[/\\]/.test(value)) return false;
  return isPassword(value) || isKeyLike(value);
}

import { type CapturedSpan, captureAt } from "../captured.ts";
import { createDetector, type Detector } from "../detector.ts";
import { lineEnd } from "../line.ts";
import type { Span } from "../span.ts";
import { decodeBase64 } from "../values/base64.ts";
import { isCompound, isPassphrase } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";

// A program that reads a secret from its standard input.
const READER =
  /\b(?:\w*(?:secret|passw|passphrase|cred|luks|crypt|vault|keychain)\w*|\w*-?token|auth|login|sudo\s+-\w*S|su\s|kinit|pass\s+insert|op\s|kubeseal|env\s+add|gpg)|-stdin\b|-fd\b|\|\s*base64\b/i;
const ECHOED =
  /(?:-[neE]{1,3}[ \t]+)?(?:["']?%s(?:\s|\\n)?["']?[ \t]+)?(?:"(?<double>[^"]{4,256})"|'(?<single>[^']{4,256})'|(?<bare>[^\s"'`|;&<>()]{4,256}))(?=[ \t)]{0,4}[|;)])/dy;
const STDIN_TEXT =
  /[^\n|]{0,200}?(?:<<<[ \t]{0,4}(?:"(?<double>[^"\n]{4,256})"|'(?<single>[^'\n]{4,256})'|(?<bare>[^\s"'`|;&<>()$]{4,256}))|<<-?[ \t]{0,2}["']?(?:\w{2,16})["']?[^\n]{0,80}\n[ \t]{0,8}(?<line>[^\s$`]{4,256})[ \t]{0,4}\n)/dy;
const LINE_REACH = 240;

/** Secrets passed to a program's standard input: `echo X | sudo -S`, `login --password-stdin <<< X`. */
export const pipeDetectors: readonly Detector[] = [
  createDetector(["echo ", "printf ", "write-output ", "yes "], findEchoed),
  createDetector(
    [
      "cryptsetup",
      "-stdin",
      "sudo -",
      "--with-token",
      "passwd",
      "cat -",
      "-fd 0",
      "read ",
      "resetpassword",
      "tr -d",
    ],
    findStdinText,
  ),
];

function findEchoed(text: string, at: number): Span | undefined {
  const echoed = captureAt(ECHOED, text, text.indexOf(" ", at) + 1);
  if (echoed === undefined) return undefined;
  const rest = text.slice(ECHOED.lastIndex, ECHOED.lastIndex + LINE_REACH);
  const line = rest.slice(0, lineEnd(rest, 0, LINE_REACH));
  const pipe = line.indexOf("|");
  return pipe !== -1 && READER.test(line.slice(pipe)) ? toPipedSecret(echoed) : undefined;
}

function findStdinText(text: string, at: number): Span | undefined {
  const given = captureAt(STDIN_TEXT, text, at);
  if (given === undefined) return undefined;
  const from = Math.max(0, at - 80);
  const line = text.slice(from, at + 80);
  return READER.test(line) || /\bread\b/.test(line)
    ? isPassphrase(given.value)
      ? given
      : toPipedSecret(given)
    : undefined;
}

/** Only the first line is examined: the answer to a prompt that asks twice repeats it. */
function toPipedSecret(given: CapturedSpan): Span | undefined {
  const once = given.value.split("\n")[0] ?? "";
  const user = /^[\w.-]{1,64}:(?=\S)/.exec(once)?.[0].length ?? 0;
  return isPipedSecret(once.slice(user)) ? { start: given.start + user, end: given.end } : undefined;
}

function isPipedSecret(value: string): boolean {
  if (isPlaceholder(value) || /^[$(]|\s|^[./~-]/.test(value)) return false;
  if (/\s/.test(decodeBase64(value)?.trim() ?? "")) return false;
  return isCompound(value) || isPasswordLike(value) || isKeyLike(value) || /^[0-9a-f]{24,128}$/i.test(value);
}

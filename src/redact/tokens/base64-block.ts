import { lineEnd, lineStart } from "../line.ts";
import type { Span } from "../span.ts";

const LONGEST_LINE = 1_024;
const BASE64_LINE = /^[ \t]*[A-Za-z0-9+/=_-]{40,}\r?$/;

/** True for base64 next to similar lines, which belong to a certificate, an image or an email. */
export function isInBase64Block(text: string, { start, end }: Span): boolean {
  const from = lineStart(text, start, LONGEST_LINE);
  const to = lineEnd(text, end, LONGEST_LINE);
  const line = text.slice(from, to);
  if (!BASE64_LINE.test(line.slice(0, 400))) return false;
  const previous =
    text
      .slice(Math.max(0, from - 200), Math.max(0, from - 1))
      .split("\n")
      .at(-1) ?? "";
  const next = text.slice(to + 1, to + 200).split("\n")[0] ?? "";
  return (
    BASE64_LINE.test(previous) ||
    BASE64_LINE.test(next) ||
    /^-----|base64/i.test(previous) ||
    next.startsWith("-----")
  );
}

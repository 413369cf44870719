import { createDetector, type Detector } from "../detector.ts";
import type { Span } from "../span.ts";

const LABEL =
  /(?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|[A-Za-z0-9 -]{0,32}(?:Static|secret|client|server) key(?: V\d)?)-----/y;
const BODY =
  /(?:[ \t>|+"'-]{0,32}(?:[A-Za-z0-9+/=]{16,4096}|[A-Za-z0-9+/=]{1,76}(?=["']?\s*(?:\n|$))|[A-Z][A-Za-z-]{2,24}: [^\n]{0,200}|)[ \t"',+]{0,8}(?:\r?\n|$)){1,400}/y;

/** The last line of a body that is cut off or ends with a quote. */
const CUT_LINE = /[ \t]{0,32}(?:[A-Za-z0-9+/=]{16,4096}|[A-Za-z0-9+/=]{1,76}(?=["'`]))/y;
// Code and prose mention the BEGIN and END lines alone: without base64 there is no key.
const HOLDS_BODY = /[A-Za-z0-9+/=]{12}/;

/** Private keys as text: whole, without an end, or without a beginning. */
export const privateKeyDetectors: readonly Detector[] = [
  createDetector(["-----begin "], findPrivateKey),
  createDetector(["-----end "], findKeyTail),
  createDetector(
    ["miie", "miic", "miij", "mhcc", "migh", "migt", "mc4c", "b3blbnnzac1rzxkt", "lqpg", "lqhy"],
    findHeadlessKey,
  ),
];

const END_LABEL =
  /-----END (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|[A-Za-z0-9 -]{0,32}(?:Static|secret|client|server) key(?: V\d)?)-----/y;
const TAIL_REACH = 8_192;
// Lines of base64, as they are, indented, quoted, numbered, or marked by a diff.
const TAIL =
  /(?:^|[^A-Za-z0-9+/=])(?<body>(?:[A-Za-z0-9+/]{16,76}={0,2}[ \t"',+\\]{0,8}\r?\n[ \t>|+"'-]{0,16}(?:\d{1,5}[:|]?[ \t]{1,4})?)*[A-Za-z0-9+/]{4,76}={0,2})[ \t"',+\\]{0,8}\r?\n[ \t>|+"'-]{0,16}(?:\d{1,5}[:|]?[ \t]{1,4})?$/d;

/** Finds a private key whose beginning is cut off: the lines of its body before the END line. */
function findKeyTail(text: string, end: number, from: number): Span | undefined {
  END_LABEL.lastIndex = end;
  if (!END_LABEL.test(text)) return undefined;
  const start = Math.max(from, end - TAIL_REACH);
  const range = TAIL.exec(lastBase64Lines(text.slice(start, end)))?.indices?.groups?.["body"];
  if (range === undefined) return undefined;
  const offset = end - lastBase64Lines(text.slice(start, end)).length;
  return { start: offset + range[0], end: END_LABEL.lastIndex };
}

/** The trailing lines that can belong to the body of a key. */
function lastBase64Lines(window: string): string {
  const lines = window.split("\n");
  let first = lines.length - 1;
  while (first > 0 && /[A-Za-z0-9+/]{16}={0,2}[ \t"',+\\]{0,8}\r?$/.test(lines[first - 1] ?? "")) first--;
  return lines.slice(Math.max(0, first)).join("\n");
}

// How encoded private keys begin: PKCS #1, PKCS #8, EC, Ed25519, OpenSSH, PGP.
const HEADLESS =
  /(?<![A-Za-z0-9+/])(?:MI[A-Za-z0-9+/]{3,6}(?:IBAAK|IBADAN|AgEAM)|MHcCAQEE|MI[GH][A-Za-z0-9]{1,3}AgEAMB|MC4CAQAwBQYDK2Vw|b3BlbnNzaC1rZXktdjEA|lQ[HOPV][A-Za-z0-9]B[A-Z])[A-Za-z0-9+/=]{12,16384}(?:\s{1,24}[A-Za-z0-9+/]{40,76}={0,2})*(?:\s{1,24}[A-Za-z0-9+/]{4,76}={0,2}(?=\s*(?:$|\n|-----)))?/y;

function findHeadlessKey(text: string, at: number): Span | undefined {
  HEADLESS.lastIndex = at;
  return HEADLESS.test(text) ? { start: at, end: HEADLESS.lastIndex } : undefined;
}

/** Finds a private key from its BEGIN to its END line or, if it was cut, as far as the lines look like its body. */
function findPrivateKey(text: string, begin: number): Span | undefined {
  LABEL.lastIndex = begin + "-----BEGIN ".length;
  if (!LABEL.test(text)) return undefined;
  const body = LABEL.lastIndex;
  const marks = text.indexOf("-----", body);
  if (marks !== -1 && text.startsWith("-----END", marks)) {
    if (!HOLDS_BODY.test(text.slice(body, marks))) return undefined;
    const end = text.indexOf("-----", marks + 8);
    return { start: begin, end: end === -1 || end > marks + 80 ? marks + 8 : end + 5 };
  }
  const end = bodyEnd(text, body);
  return HOLDS_BODY.test(text.slice(body, end)) ? { start: begin, end } : undefined;
}

function bodyEnd(text: string, from: number): number {
  const lead = /\s{0,16}/y;
  lead.lastIndex = from;
  lead.test(text);
  BODY.lastIndex = lead.lastIndex;
  if (BODY.test(text)) {
    CUT_LINE.lastIndex = BODY.lastIndex;
    return trimEnd(text, from, CUT_LINE.test(text) ? CUT_LINE.lastIndex : BODY.lastIndex);
  }
  const run = /[A-Za-z0-9+/=\s]{16,16384}/y;
  run.lastIndex = from;
  return run.test(text) ? trimEnd(text, from, run.lastIndex) : from;
}

function trimEnd(text: string, from: number, end: number): number {
  let last = end;
  while (last > from && /[\s"']/.test(text[last - 1] ?? "")) last--;
  return last;
}

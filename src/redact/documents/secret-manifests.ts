import { capturedBy } from "../captured.ts";
import type { Detection, Detector } from "../detector.ts";
import { classifyName } from "../names/classify-name.ts";
import type { Span } from "../span.ts";
import { decodeBase64 } from "../values/base64.ts";
import { isPasswordLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { isSecretValue } from "../values/secret-value.ts";

const REACH = 8_192;
const BLOCK =
  /(?:^|[\s,{])["']?(?<field>stringData|data|literals)["']?[ \t]{0,4}:[ \t]{0,4}(?:\{(?<flow>[^{}]{1,4096})\}|\r?\n(?<lines>(?:[ \t]*(?:#[^\n]{0,200})?\r?\n|[ \t]+[^\n]{1,4096}(?:\n|$)|-[^\n]{1,4096}(?:\n|$)){1,200}))/dg;
const ENTRY =
  /(?<=^|[\s,{-])["']?(?<name>[\w.-]{1,64})["']?(?:[ \t]{0,2}:[ \t]{1,4}|":|=)["']?(?<value>[^\s"',{}|>][^\s"',{}]{3,4096})/dg;

/** The entries of a Kubernetes Secret, plain or in base64, and of kustomize's secret generators. */
export const secretManifestDetector: Detector = {
  keywords: [
    "kind: secret",
    'kind: "secret',
    "kind: 'secret",
    '"kind":"secret',
    '"kind": "secret',
    "stringdata",
    "secretgenerator",
  ],
  detect: findEntries,
};

function findEntries(text: string, at: number, from: number): Detection {
  const start = Math.max(from, at - REACH);
  const document = documentAround(text.slice(start, at + REACH), at - start);
  const window = document.text;
  const spans: Span[] = [];
  for (const block of window.matchAll(BLOCK)) {
    const range = block.indices?.groups?.["flow"] ?? block.indices?.groups?.["lines"];
    if (range === undefined) continue;
    const isEncoded = block.groups?.["field"] === "data";
    const offset = start + document.start + range[0];
    spans.push(...readEntries(window.slice(range[0], range[1]), { offset, isEncoded }));
  }
  return { spans, readTo: at + Math.max(window.length - (at - start - document.start), 1) };
}

/** The YAML document around `at`: other documents of the same file are other resources. */
function documentAround(window: string, at: number): { text: string; start: number } {
  const before = window.lastIndexOf("\n---", at);
  const after = window.indexOf("\n---", at);
  const start = before === -1 ? 0 : before + 4;
  return { text: window.slice(start, after === -1 ? window.length : after), start };
}

function readEntries(block: string, { offset, isEncoded }: { offset: number; isEncoded: boolean }): Span[] {
  return [...block.matchAll(ENTRY)].flatMap((match) => {
    const entry = capturedBy(match);
    if (entry === undefined || isPlaceholder(entry.value)) return [];
    // If the decoded bytes are not text, the encoded value is judged.
    const plain = isEncoded ? (decodeBase64(entry.value) ?? entry.value) : entry.value;
    if (!isSecretEntry(entry.groups["name"] ?? "", plain)) return [];
    // The name of a base64 entry is of no use without its value: the whole entry is redacted.
    const start = isEncoded ? match.index + match[0].search(/[\w.-]/) : entry.start;
    return [{ start: offset + start, end: offset + entry.end }];
  });
}

/** Everything here is a secret unless it is clearly a word, such as a user, a host or a region. */
function isSecretEntry(name: string, value: string): boolean {
  const kind = classifyName(name);
  return (
    isSecretValue(value, { kind: kind ?? "password", data: true }) &&
    (kind !== undefined || isPasswordLike(value) || value.length >= 24)
  );
}

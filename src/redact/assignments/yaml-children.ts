import { captureAt } from "../captured.ts";
import { lineStart } from "../line.ts";
import type { SecretName } from "../names/secret-name.ts";
import type { Span } from "../span.ts";
import { isCompound } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike } from "../values/password-shape.ts";
import { isSecretValue } from "../values/secret-value.ts";

const CHILD =
  /[ \t]{0,40}(?:-[ \t]{1,4}|(?<key>["']?[\w.-]{1,64}["']?):[ \t]{1,4})["']?(?<value>[^\s"'#,{}[\]&*!|>][^\s"']{3,1024})["']?[ \t]{0,8}(?:\r?\n|$)/dy;
const COLLECTION = /(?:pw|passwords|secrets|tokens|credentials|creds|keys)$/i;
const MOST_CHILDREN = 16;
const LONGEST_INDENT = 64;

/** Reads the items below `tokens:` and the entries below `secrets:`. `at` is on the line of the first one. */
export function readYamlChildren(text: string, at: number, { name, kind }: SecretName): Span[] {
  const spans: Span[] = [];
  let next = lineStart(text, at, LONGEST_INDENT);
  for (let count = 0; count < MOST_CHILDREN; count++) {
    const child = captureAt(CHILD, text, next);
    if (child === undefined) break;
    const isItem = child.groups["key"] === undefined;
    if (isItem ? isSecretValue(child.value, { kind, data: true }) : isSecretEntry(name, child.value))
      spans.push({ start: child.start, end: child.end });
    next = CHILD.lastIndex;
  }
  return spans;
}

const FLOW_ENTRY =
  /\(?\s{0,8}["'[]?[\w.-]{1,64}["'\]]?\s{0,4}[:=]\s{0,4}(?:[([]\s{0,4}["'][^"'\n]{0,64}["']\s{0,4},\s{0,4})?["']?(?<value>[^\s"'{}[\]]{4,1024}?)["']?\s{0,4}(?:[)\]]?\s{0,4}[,}]|\)\s{0,4}|\s(?=\[))/dy;

/** Reads the entries of `tokens: { ci: …, bot: … }`. */
export function readFlowEntries(text: string, at: number, { name }: SecretName): Span[] {
  const spans: Span[] = [];
  let next = at;
  for (let count = 0; count < MOST_CHILDREN; count++) {
    const entry = captureAt(FLOW_ENTRY, text, next);
    if (entry === undefined) break;
    if (isSecretEntry(name, entry.value)) spans.push({ start: entry.start, end: entry.end });
    next = FLOW_ENTRY.lastIndex;
  }
  return spans;
}

/** In a collection, the keys are names of users or services. */
function isSecretEntry(collection: string, value: string): boolean {
  return COLLECTION.test(collection) && (isCompound(value) || isPasswordLike(value) || isKeyLike(value));
}

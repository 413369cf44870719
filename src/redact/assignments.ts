import { secretNameKind } from "./secret-name.ts";
import { isSecretValue, isStandIn } from "./secret-value.ts";
import type { Span } from "./span.ts";

/** Parts of names that hold secrets; each occurrence is looked at once. */
export const NAME_KEYWORDS: readonly string[] = [
  ..."pass pwd secret token key cred auth psk sig cookie session sid bearer jwt otp sess mdp senha contrase webhook _pw _pat".split(
    " ",
  ),
];

const NAME_REACH = 80;
const NAME_CHAR = /[A-Za-z0-9_.$-]/;
const NAME_REST = /[A-Za-z0-9_.-]{0,80}/y;
// `name = `, `"name": `, `name := `, `<name>`, `set("name", `, `name: Type = `, `--name `, `name => `.
const OPERATOR =
  /(?<close>["'`\]]{0,2})[ \t]{0,8}(?:(?::[ \t]*[A-Za-z_][\w<>[\]|? ]{0,32})?[ \t]?(?<op>\|\|=|\?\?=|:{1,3}=|=>|->|[?+.]=|==?=?|:|,|\s+string\s*=|\|\|:)|(?<tag>>))(?<gap>\s{0,40})/y;
const QUOTED = /(?:[bfru]|rb|@|\$)?(?<quote>"""|'''|["'`])(?<value>[^\n]{1,4096}?)\k<quote>/y;
const BARE = /[^\s"'`<>,;)}\]]{1,4096}/y;
const BARE_IN_URL = /[^\s"'`<>,;)}\]&#]{1,4096}/y;

/** The value that belongs to the name around `hit`, when the pair is a secret. `from` bounds the name on the left. */
export function findAssignment(text: string, hit: number, from: number): { span?: Span; nameEnd: number } {
  let start = hit;
  const leftmost = Math.max(from, hit - NAME_REACH);
  while (start > leftmost && NAME_CHAR.test(text[start - 1] ?? "")) start--;
  NAME_REST.lastIndex = hit;
  NAME_REST.test(text);
  const nameEnd = Math.max(NAME_REST.lastIndex, hit + 1);
  const name = text.slice(start, nameEnd).replace(/^[-.$]+|[-.]+$/g, "");
  const kind = secretNameKind(name);
  if (kind === undefined) return { nameEnd };
  const span = readValue(text, { name, start, nameEnd, kind });
  return span === undefined ? { nameEnd } : { span, nameEnd };
}

interface Named {
  name: string;
  start: number;
  nameEnd: number;
  kind: "password" | "token" | "key";
}

function readValue(text: string, named: Named): Span | undefined {
  OPERATOR.lastIndex = named.nameEnd;
  const operator = OPERATOR.exec(text)?.groups;
  if (operator === undefined) return undefined;
  const at = OPERATOR.lastIndex;
  const inUrl = /[?&]/.test(text[named.start - 1] ?? "");
  if (/authorization$/i.test(named.name)) return readCredentials(text, at);
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (quoted !== null) {
    const value = quoted.groups?.["value"] ?? "";
    const start = QUOTED.lastIndex - (quoted.groups?.["quote"] ?? "").length - value.length;
    return isSecretValue(value, { kind: named.kind, data: true })
      ? { start, end: start + value.length }
      : undefined;
  }
  if (operator["op"] === "," || (operator["gap"] ?? "").includes("\n") !== (operator["tag"] === ">")) {
    if (operator["tag"] !== ">") return undefined;
  }
  return readBare(text, { at, inUrl, named, close: operator["close"] ?? "" });
}

interface BareValue {
  at: number;
  inUrl: boolean;
  named: Named;
  close: string;
}

function readBare(text: string, { at, inUrl, named, close }: BareValue): Span | undefined {
  const pattern = inUrl ? BARE_IN_URL : BARE;
  pattern.lastIndex = at;
  const value = (pattern.exec(text)?.[0] ?? "").replace(/[.:]+$/, "");
  if (value === "" || (close !== "" && /^[\d.-]+$/.test(value))) return undefined;
  const envLine = text[named.nameEnd] === "=" && /^[A-Z][A-Z0-9_]*$/.test(named.name);
  const data = inUrl || envLine;
  return isSecretValue(value, { kind: named.kind, data }) ? { start: at, end: at + value.length } : undefined;
}

const SCHEME =
  /["'`]?(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Key|Negotiate|AWS4-HMAC-SHA256|GenieKey|Bot|SSWS|OAuth)[ \t]{1,4}(?:token=)?["']?(?<value>[A-Za-z0-9+/=_.~:|%$!*-]{4,8192})/iy;

/** What follows the scheme of an Authorization header. */
export function readCredentials(text: string, at: number): Span | undefined {
  SCHEME.lastIndex = at;
  const value = SCHEME.exec(text)?.groups?.["value"];
  if (value === undefined || isStandIn(value)) return undefined;
  const end = SCHEME.lastIndex;
  return { start: end - value.length, end };
}

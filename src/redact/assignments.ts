import { readCookies } from "./cookies.ts";
import { readProse } from "./prose.ts";
import { type SecretNameKind, secretNameKind } from "./secret-name.ts";
import { isSecretValue, isStandIn } from "./secret-value.ts";
import type { Span } from "./span.ts";

/** Parts of names that hold secrets; each occurrence is looked at once. */
export const NAME_KEYWORDS: readonly string[] =
  "pass pwd secret token key cred auth psk sig cookie session sid bearer jwt otp sess mdp senha contrase webhook _pw _pat login".split(
    " ",
  );

/** A name, where it stands and what it promises. */
export interface SecretName {
  name: string;
  start: number;
  end: number;
  kind: SecretNameKind;
}

const NAME_REACH = 80;
const NAME_CHAR = /[A-Za-z0-9_.$-]/;
const NAME_REST = /[A-Za-z0-9_.-]{0,80}/y;
const OWNER_BEFORE = /([A-Za-z]{2,20})[ \t]$/;
const NEEDS_OWNER = /^keys?$/i;
// `name = `, `"name": `, `name := `, `<name>`, `set("name", `, `name: Type = `, `name => `, `name string = `.
const OPERATOR =
  /(?<close>["'`\]]{0,2})[ \t]{0,8}(?:(?::[ \t]?[A-Za-z][\w<>[\]|?]{0,32}[ \t]{0,2}(?==[ \t]?["'`]))?(?<op>\|\|=|\?\?=|\|\|:|:{1,3}=|=>|->|[?+.]=|={1,3}|:|,)|(?<tag>>)|[ \t]string[ \t]?=)(?<gap>\s{0,40})/y;
const QUOTED = /(?:[bfru]|rb|@|\$)?(?<quote>"""|'''|["'`])(?<value>[^\n]{1,2048}?)\k<quote>/y;
/** A judged value this long may go on: eight of its 256 characters may have been punctuation. */
const JUDGED_CHARS = 248;
/** Values without quotes by where they stand: the part that is judged, and what may follow it. */
const BARE = {
  url: [/[^\s"'`<>,;)}\]&#]{1,256}/y, /[^\s"'`<>,;)}\]&#]{0,1024}/y],
  env: [/[^\s"'`<>,;)}\]][^\s"'`<>]{0,255}/y, /[^\s"'`<>]{0,1024}/y],
  other: [/[^\s"'`<>,;)}\]]{1,256}/y, /[^\s"'`<>,;)}\]]{0,1024}/y],
} as const;
const SCHEME =
  /["'`]?(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Api-Token|Key|Negotiate|GenieKey|Bot|SSWS|OAuth|Apikey|JWT|PRIVATE-TOKEN|Splunk|Klaviyo-API-Key|DeepL-Auth-Key|SharedAccessSignature)[ \t]{1,4}(?:token=)?["']?(?<value>[A-Za-z0-9+/=_.~:|%$!*&-]{4,8192})/iy;

/** The values that belong to the name around `hit`, where they are secrets. `from` bounds the name on the left. */
export function findAssignment(text: string, hit: number, from: number): { spans: Span[]; readTo: number } {
  let start = hit;
  const leftmost = Math.max(from, hit - NAME_REACH);
  while (start > leftmost && NAME_CHAR.test(text[start - 1] ?? "")) start--;
  NAME_REST.lastIndex = hit;
  NAME_REST.test(text);
  const end = Math.max(NAME_REST.lastIndex, hit + 1);
  const bare = text.slice(start, end).replace(/^[-.$]+|[-.]+$/g, "");
  const owner = NEEDS_OWNER.test(bare)
    ? OWNER_BEFORE.exec(text.slice(Math.max(0, start - 24), start))?.[1]
    : undefined;
  const name = owner === undefined ? bare : `${owner}_${bare}`;
  const url = /[?&;]/.test(text[start - 1] ?? "");
  const kind = secretNameKind(name, url);
  if (kind === undefined) return { spans: [], readTo: end };
  return { spans: readValues(text, { name, start, end, kind }), readTo: end };
}

function readValues(text: string, named: SecretName): Span[] {
  OPERATOR.lastIndex = named.end;
  const operator = OPERATOR.exec(text)?.groups;
  const field = readValueField(text, named);
  if (field !== undefined) return [field];
  if (operator === undefined) return some(readProse(text, named));
  const at = OPERATOR.lastIndex;
  if (/cookie$|^cookies$/i.test(named.name)) return readCookies(text, at);
  const credentials = readHeader(text, at, named);
  if (credentials !== undefined) return [credentials];
  const quoted = readQuoted(text, at, named.kind);
  if (quoted !== undefined) return some(quoted === "stands-in" ? undefined : quoted);
  if (!takesBareValue(operator)) return [];
  return some(readBare(text, at, { named, close: operator["close"] ?? "" }));
}

function readHeader(text: string, at: number, { name }: SecretName): Span | undefined {
  return /auth(?:orization)?$|_headers?$/i.test(name) ? readCredentials(text, at) : undefined;
}

/** After a comma only a quoted value belongs to the name; on the next line only one that a tag announces. */
function takesBareValue(operator: Readonly<Record<string, string | undefined>>): boolean {
  if (operator["op"] === ",") return false;
  return operator["tag"] !== undefined || !(operator["gap"] ?? "").includes("\n");
}

function some(span: Span | undefined): Span[] {
  return span === undefined ? [] : [span];
}

function readQuoted(text: string, at: number, kind: SecretNameKind): Span | "stands-in" | undefined {
  QUOTED.lastIndex = at;
  const groups = QUOTED.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const value = groups["value"] ?? "";
  const start = QUOTED.lastIndex - (groups["quote"] ?? "").length - value.length;
  const secret = isSecretValue(value, { kind, data: true });
  return secret ? { start, end: start + value.length } : "stands-in";
}

function readBare(
  text: string,
  from: number,
  { named, close }: { named: SecretName; close: string },
): Span | undefined {
  const isQuoted = /["'`]/.test(text.charAt(from));
  const at = isQuoted ? from + 1 : from;
  const place = placeOf(text, named);
  const [judged, more] = BARE[place];
  const value = matchAt(judged, text, at).replace(/[.:,;)\]}]{1,8}$/, "");
  // In brackets a number is an index or a count.
  if (value === "" || (close !== "" && /^[\d.-]+$/.test(value))) return undefined;
  const data = place !== "other" || isQuoted || isFlag(text, named);
  if (!isSecretValue(value, { kind: named.kind, data })) return undefined;
  const end = at + value.length;
  return { start: at, end: value.length < JUDGED_CHARS ? end : end + matchAt(more, text, end).length };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Where a bare value stands decides what may be in it. */
function placeOf(text: string, { name, start, end }: SecretName): "url" | "env" | "other" {
  if (/[?&]/.test(text[start - 1] ?? "")) return "url";
  const isVariable = /^(?:[A-Z][A-Z0-9_]*|_auth\w*|password|passwd|pwd|pass)$/.test(name);
  return text[end] === "=" && isVariable ? "env" : "other";
}

function isFlag(text: string, named: SecretName): boolean {
  return text.startsWith("-", named.start);
}

const VALUE_FIELD =
  /["'`]?\s{0,4},?\s{0,40}["'`]?value["'`]?\s{0,4}[:=]\s{0,4}(?<open>["'`]?)(?<value>[^\s"'`,;}]{4,4096})/iy;

/** The name is itself a value, and its secret the next field: `name: DB_PASSWORD`, `value: …`. */
function readValueField(text: string, named: SecretName): Span | undefined {
  VALUE_FIELD.lastIndex = named.end;
  const value = VALUE_FIELD.exec(text)?.groups?.["value"];
  if (value === undefined || !isSecretValue(value, { kind: named.kind, data: true })) return undefined;
  return { start: VALUE_FIELD.lastIndex - value.length, end: VALUE_FIELD.lastIndex };
}

/** What follows the scheme of an Authorization header. */
export function readCredentials(text: string, at: number): Span | undefined {
  SCHEME.lastIndex = at;
  const value = SCHEME.exec(text)?.groups?.["value"];
  if (value === undefined || isStandIn(value)) return undefined;
  const end = SCHEME.lastIndex;
  return { start: end - value.length, end };
}

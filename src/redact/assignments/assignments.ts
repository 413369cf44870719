import { captureAt } from "../captured.ts";
import type { Detection, Detector } from "../detector.ts";
import { classifyName } from "../names/classify-name.ts";
import type { SecretName } from "../names/secret-name.ts";
import { readAnnounced } from "../sentences/announced-values.ts";
import { readNearby, readNextLine } from "../sentences/nearby-words.ts";
import type { Span } from "../span.ts";
import { withWrap } from "../tokens/wrapped-tokens.ts";
import { isKeyLike, isPasswordLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { readBareValue } from "./bare-values.ts";
import { readCookies } from "./cookies.ts";
import { readDistantValue } from "./distant-values.ts";
import { readLineValue } from "./line-values.ts";
import { readQuotedValues } from "./quoted-values.ts";
import { readFlowEntries, readYamlChildren } from "./yaml-children.ts";

const NAME_KEYWORDS: readonly string[] =
  "pass pwd secret token key cred auth psk sig cookie session sid bearer jwt otp sess mdp senha contrase wachtwoord parola webhook kennwort heslo salasana _pw pw: pw= pw) ndpw otpw dbpw authtok _pat login clave hasło haslo senord adgangskode jelsz ifre lozink geslo sandi khẩu schlüssel klucz sleutel chiave llave appid"
    .split(" ")
    .concat("pw ");

const NAME_REACH = 80;
// Includes accented letters: `contraseña`.
const NAME_CHAR = /[A-Za-z0-9_.$\u00c0-\u024f\u1e00-\u1eff-]/;
const NAME_REST = /[A-Za-z0-9_.\u00c0-\u024f\u1e00-\u1eff-]{0,80}/y;
const OWNER_BEFORE = /([A-Za-z]{2,20})[ \t]$/;
const NEEDS_OWNER = /^keys?$/i;
// `name = `, `"name": `, `name := `, `<name>`, `set("name", `, `name: Type = `, `name => `, `name string = `.
const OPERATOR =
  /(?<close>(?:\[\d{0,4}\])?["'`\]]{0,2}(?:\/[a-z]?\){1,2})?)[ \t]{0,32}(?:(?::[ \t]?[&*]?(?:'[a-z]{1,16} )?[A-Za-z][\w<>[\]|?]{0,32}[ \t]{0,2}(?==[ \t]?["'`]))?(?<op>\|\|=|\?\?=|\|\|:|:{1,3}=|=>|->|[?+.]=|={1,3}|<-(?=[ \t]["'])|\{(?=["'])|(?<call>\((?=[ ]?["'`]))|\)?\.(?:toBe|toEqual|equals|isEqualTo|eq)\((?=["'])|:|,)|(?<tag>>(?!@))|(?<=:\w{1,40})[ \t](?=")|[ \t]string[ \t]?=)(?<gap>\s{0,40})/y;
/** Values that belong to a name: `name = value` in the notations of files, code, command lines and sentences. */
export const assignmentDetector: Detector = { keywords: NAME_KEYWORDS, detect: findAssignment };

/** Finds the secret values of the name around `hit`. The name cannot begin before `from`. */
function findAssignment(text: string, hit: number, from: number): Detection {
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
  const kind = classifyName(name, url);
  if (kind === undefined || isResourceOrResult(text, start, end)) return { spans: [], readTo: end };
  return { spans: readValues(text, { name, start, end, kind }), readTo: end };
}

/** Precedes the name of a stored secret, `arn:aws:secretsmanager:…:secret:NAME`, or the short form of a public key. */
const RESOURCE = /(?:arn:[\w-]{2,16}|urn|crn):[\w:-]{1,80}:$|\bpublic key $/i;

/** How test runners report that a test passed: `--- PASS: TestX (0.03s)`. */
const RESULT =
  /^PASS(?::[ \t]|[ \t]{1,8})(?:(?:[Tt]est|Benchmark|Example|Fuzz)[\w./#-]*|\S{1,200} \(\d[\d.]*m?s\))/;

function isResourceOrResult(text: string, start: number, end: number): boolean {
  return (
    RESOURCE.test(text.slice(Math.max(0, start - 96), start)) || RESULT.test(text.slice(start, end + 240))
  );
}

function readValues(text: string, named: SecretName): Span[] {
  const distant = readDistantValue(text, named) ?? readLineValue(text, named);
  if (distant !== undefined) return [distant];
  OPERATOR.lastIndex = named.end;
  const operator = OPERATOR.exec(text)?.groups;
  if (operator === undefined) return readSentence(text, named);
  const spans = isOperator(text, named, operator) ? readAfterOperator(text, named, operator) : [];
  if (spans.length > 0) return spans;
  const next = readNextLine(text, named);
  if (next !== undefined) return [next];
  return operator["op"] === "," ? readNearby(text, named) : [];
}

function readSentence(text: string, named: SecretName): Span[] {
  const value = readAnnounced(text, named) ?? readNextLine(text, named);
  return value === undefined ? readNearby(text, named) : [value];
}

const NAMED_ENTRIES = /^\{\s{0,8}["'][\w.-]{1,64}["']\s{0,4}:\s{0,4}\(/;

type Operator = Readonly<Record<string, string | undefined>>;

function readAfterOperator(text: string, named: SecretName, operator: Operator): Span[] {
  const at = OPERATOR.lastIndex;
  if (/cookie$|^cookies$/i.test(named.name)) return readCookies(text, at);
  const credentials = readHeader(text, at, named);
  if (credentials !== undefined) return [credentials];
  const several = readBytesOrEntries(text, at, named);
  if (several !== undefined) return several;
  const isFlag = text.startsWith("--", named.start);
  const quoted = readQuotedValues(text, at, { kind: named.kind, data: true, phrase: isFlag });
  if (quoted !== undefined) return filterQuoted(text, quoted, { named, operator });
  if (text.charAt(at) === "{" || text.startsWith("([", at)) return readFlowEntries(text, at + 1, named);
  if (!takesBareValue(operator)) return isBlock(operator) ? readYamlChildren(text, at, named) : [];
  return toList(readBareValue(text, at, { named, close: operator["close"] ?? "" }));
}

/** A list of bytes, or entries of users and their passwords. */
function readBytesOrEntries(text: string, at: number, named: SecretName): Span[] | undefined {
  const bytes = readByteList(text, at);
  if (bytes !== undefined) return [bytes];
  return NAMED_ENTRIES.test(text.slice(at, at + 80)) ? readFlowEntries(text, at + 1, named) : undefined;
}

/** A call such as `secret("X")` counts only if the value looks like a secret: other calls look something up. */
function filterQuoted(
  text: string,
  quoted: Span[],
  { named, operator }: { named: SecretName; operator: Operator },
): Span[] {
  if (isOneMoreName(operator, named)) return [];
  if (operator["call"] === undefined) return quoted;
  return quoted.filter(
    ({ start, end }) => isPasswordLike(text.slice(start, end)) || isKeyLike(text.slice(start, end)),
  );
}

/** In a list of names, a plural is one more name. */
function isOneMoreName({ op }: Operator, { name }: SecretName): boolean {
  return op === "," && /s$/i.test(name);
}

function isBlock({ op, gap = "" }: Operator): boolean {
  return op === ":" && gap.includes("\n");
}

/** A tag name follows `<`; `<one-time password>` is a placeholder. In a list, the next line is the next name. */
function isOperator(
  text: string,
  { start }: SecretName,
  { op, tag, close = "", gap = "" }: Operator,
): boolean {
  if (tag !== undefined && close === "") return /[<:]/.test(text.charAt(start - 1));
  // The last part of a path is not a name: `readFile("/etc/passwd", "utf8")`.
  return op !== "," || !(gap.includes("\n") || text.charAt(start - 1) === "/");
}

function readHeader(text: string, at: number, { name }: SecretName): Span | undefined {
  return /auth(?:orization)?$|_headers?$/i.test(name) ? readCredentials(text, at) : undefined;
}

/** After a comma or in a comparison, only quoted values count; on the next line, only the value of a tag. */
function takesBareValue(operator: Operator): boolean {
  if (operator["op"] === "," || operator["call"] !== undefined || /^={2,3}$/.test(operator["op"] ?? ""))
    return false;
  return operator["tag"] !== undefined || !(operator["gap"] ?? "").includes("\n");
}

function toList(span: Span | undefined): Span[] {
  return span === undefined ? [] : [span];
}

const SCHEME =
  /[bfru]{0,2}["'`]?(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Api-Token|Key|Negotiate|GenieKey|Bot|SSWS|OAuth|Apikey|JWT|PRIVATE-TOKEN|Splunk|Klaviyo-API-Key|DeepL-Auth-Key|SharedAccessSignature)[ \t]{1,4}(?!realm=)(?:token=)?["']?(?<value>[A-Za-z0-9+/=_.~:|%$!*&-]{4,8192})/iy;

/** Shorter values fit on one line. */
const WRAPPED_LEAST = 12;

/** Reads the credentials after the scheme of an Authorization header. */
function readCredentials(text: string, at: number): Span | undefined {
  SCHEME.lastIndex = at;
  const value = SCHEME.exec(text)?.groups?.["value"];
  if (value === undefined || isPlaceholder(value)) return undefined;
  const span = { start: SCHEME.lastIndex - value.length, end: SCHEME.lastIndex };
  return value.length < WRAPPED_LEAST ? span : withWrap(text, span);
}

// `{ 0x2a, 0x90, … }`, `new byte[] { (byte) 0x38, … }`, `[]byte{137, 51, …}`, `Uint8Array.from([1, 2, …])`
const BYTES =
  /(?:new[ ])?(?:&?[\w.:]{0,32}(?:\[\d{0,4}\])?[\w.]{0,16}[ ]?[({[]\s{0,8}){1,3}(?<value>(?:(?:\(byte\)[ ]?)?(?:0x[0-9a-f]{1,2}|-?\d{1,3})(?:u8)?\s{0,4},\s{0,16}){11,511}(?:\(byte\)[ ]?)?(?:0x[0-9a-f]{1,2}|-?\d{1,3})(?:u8)?)/diy;
const LEAST_DIFFERENT = 6;

/** Reads a key that is written as a list of bytes. */
function readByteList(text: string, at: number): Span | undefined {
  if (!/[\w&({[]/.test(text.charAt(at))) return undefined;
  const list = captureAt(BYTES, text, at);
  if (list === undefined) return undefined;
  const different = new Set(list.value.match(/0x[0-9a-f]+|\d+/gi));
  return different.size >= LEAST_DIFFERENT ? list : undefined;
}

import { captureAt } from "../captured.ts";
import type { SecretName } from "../names/secret-name.ts";
import type { Span } from "../span.ts";
import { isSecretValue } from "../values/secret-value.ts";

/** How a value can be apart from its name. `pattern` starts at the end of the name; `data`: only data can occur. */
interface DistantPosition {
  pattern: RegExp;
  data: boolean;
  /** What must precede the name, and how the name must look. */
  opening?: RegExp;
  name?: RegExp;
}

const POSITIONS: readonly DistantPosition[] = [
  // `PWD={…};` of a connection string
  { pattern: /=\{(?<value>[^{}\n]{4,128})\}(?=[;"'\s]|$)/dy, data: true, name: /^pwd$|^password$/i },
  // `name: DB_PASSWORD`, `value: …`
  {
    pattern:
      /["'`]?\s{0,4},?\s{0,40}["'`]?value["'`]?\s{0,4}[:=]\s{0,4}["'`]?(?<value>[^\s"'`,;}]{4,4096})/diy,
    data: true,
  },
  // `variable "db_password" { default = "…" }`
  {
    pattern:
      /"\s{0,4}\{(?:\s{1,40}(?:type|description|sensitive)\s{0,8}=[^\n]{0,200}){0,3}\s{1,40}default\s{0,8}=\s{0,8}"(?<value>[^"\n]{4,4096})"/dy,
    data: true,
  },
  // `<key>dbPassword</key> <string>…</string>`
  { pattern: /<\/\w{1,16}>\s{0,40}<(?:string|value)>(?<value>[^<\n]{4,4096})</dy, data: true },
  // `<th>Password</th><td>…</td>`, `<Password Type="text">…</Password>`, `<setting name="Password"><value>…`
  {
    pattern:
      /(?:["'][^<>\n]{0,80}>|[ \t][^<>\n]{1,120}>|>|<\/\w{1,12}>)\s{0,20}(?:<(?!\/)\w{1,12}(?:[ \t][^<>\n]{0,80})?>\s{0,8}){0,2}(?:<!\[CDATA\[)?(?<value>[^<>\s]{5,4096})(?:\]\]>)?\s{0,8}<\//dy,
    data: false,
    opening: /<(?:[\w:-]{1,24}(?:[ \t][^<>]{0,10})?>?[^<>]{0,10})?$/,
  },
  // `name="password"`, an empty line and the value, as in a multipart form
  {
    pattern: /"[^\n]{0,40}\r?\n(?:[\w-]{1,40}:[^\n]{0,80}\r?\n)?\r?\n(?<value>\S{4,4096})\r?\n--/dy,
    data: true,
  },
  // `- --token` and the value as the next item
  {
    pattern: /["']?\r?\n[ \t]{0,40}-[ \t]{1,4}["']?(?<value>[^\s"']{4,4096})["']?(?=\r?\n|$)/dy,
    data: true,
    opening: /-[ \t]{1,4}["']?-{0,2}$/,
  },
  // `password: |` and the value on the next line
  {
    pattern:
      /["']?[ \t]{0,4}:[ \t]{1,4}[|>][+-]?[ \t]{0,4}\r?\n[ \t]{1,40}(?<value>\S{4,4096})(?=[ \t]{0,4}(?:\r?\n|$))/dy,
    data: true,
  },
  // `builder.setPassword("…")`
  {
    pattern: /\([ \t]{0,4}["'`](?<value>[^"'`\n]{4,4096})["'`][ \t]{0,4}[),]/dy,
    data: true,
    name: /(?:^|\.)(?:set|with|use|add)[A-Z_]\w*$/,
  },
  // `--name DB_PASSWORD --type SecureString --value …`
  {
    pattern:
      /["']?[ \t](?:[^\n]{0,80}?[ \t])?--(?:value|body|secret-string|string-value)[ \t=]{1,4}["']?(?<value>[^\s"']{4,4096})/dy,
    data: true,
  },
  // `process.env.DB_PASSWORD || "…"`, `os.environ.get("DB_PASSWORD") or "…"`
  {
    pattern: /["'`]?[\])]?\s{0,4}(?:\|\||\?\?|\bor\b)\s{0,4}["'`](?<value>[^"'`\n]{4,4096})["'`]/dy,
    data: true,
  },
  // A row of a table: `| DB_PASSWORD | … |`
  {
    pattern:
      /[`*"]{0,2}[ \t]{0,40}\|[ \t]{0,40}[`*"]{0,2}(?<value>[^\s|`*"]{6,4096})[`*"]{0,2}[ \t]{0,40}\|/dy,
    data: false,
    opening: /\|[ \t]{0,8}[`*"]{0,2}$/,
  },
  // A line of comma-separated values: `DB_PASSWORD,…`
  { pattern: /,(?<value>[^\s,"']{6,4096})(?=\r?\n|$)/dy, data: false, opening: /(?:^|\n)$/ },
];
const OPENING_REACH = 40;

/** Finds the secret for a name that is itself a value, an argument or a cell: the next value of the same kind. */
export function readDistantValue(text: string, named: SecretName): Span | undefined {
  const before = text.slice(Math.max(0, named.start - OPENING_REACH), named.start);
  for (const position of POSITIONS) {
    if (position.name?.test(named.name) === false || position.opening?.test(before) === false) continue;
    const found = captureAt(position.pattern, text, named.end);
    if (found === undefined) continue;
    if (isSecretValue(found.value, { kind: named.kind, data: position.data })) return found;
  }
  return undefined;
}

import type { Span } from "./span.ts";

const SHORTEST = 6;
const LARGEST_LIST = 1_000;
const SECRET_REFERENCE =
  /\$(?:\{[ \t]{0,4}(?<braced>[A-Za-z_]\w{0,127})[^}\n]{0,128}\}|(?<bare>[A-Za-z_]\w{0,127}))|%(?<percent>[A-Za-z_]\w{0,127})%/g;
const SECRET_WORD = /SECRET|TOKEN|PASSWORD|PASSWD|KEY|CREDENTIAL/i;

/** Finds every occurrence of values known to be secret, as they are and JSON-escaped. */
export function findKnownValues(values: readonly string[]): (text: string) => Span[] {
  const forms = new Set<string>();
  for (const value of values.slice(0, LARGEST_LIST)) {
    if (value.trim().length < SHORTEST) continue;
    forms.add(value);
    forms.add(JSON.stringify(value).slice(1, -1));
  }
  return (text) => [...forms].flatMap((form) => occurrences(text, form));
}

function occurrences(text: string, form: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
    spans.push({ start: at, end: at + form.length });
  }
  return spans;
}

/** References to variables whose names suggest a secret: `$API_TOKEN`, `${API_TOKEN}`. */
export function findSecretReferences(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(SECRET_REFERENCE)) {
    const name = match.groups?.["braced"] ?? match.groups?.["bare"] ?? match.groups?.["percent"] ?? "";
    if (SECRET_WORD.test(name)) spans.push({ start: match.index, end: match.index + match[0].length });
  }
  return spans;
}

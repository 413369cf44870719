import type { Detection, Detector } from "../detector.ts";
import { lineEnd, lineStart } from "../line.ts";
import { classifyName } from "../names/classify-name.ts";
import type { SecretNameKind } from "../names/secret-name.ts";
import type { Span } from "../span.ts";
import { isKeyLike, isPasswordLike } from "../values/password-shape.ts";
import { isSecretValue } from "../values/secret-value.ts";

const LONGEST_LINE = 1_024;
const MOST_ROWS = 200;
const RULE_LINE = /^[\s|+│├┼┤─═╪╞╡:-]*[-─═]{2}[\s|+│├┼┤─═╪╞╡:-]*$/;
/** Weak passwords that only count in a column: a word and a digit, capitalized words, a long number. */
const WEAK_PASSWORD =
  /^[A-Z]?[a-z]{5,20}\d[!?]?$|^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[A-Za-z]+[@#_.-][A-Za-z]+\d{1,4}[!?*]?$|^\d{6,12}$/;
const FRAME_LINE = /^[\s+|│┌┬┐└┴┘┏┳┓╭╮╰╯─━═-]*$/;

/** Columns under a secret's name: Markdown, query results, boxes, comma- and tab-separated files, aligned listings. */
export const tableDetector: Detector = {
  keywords: [
    "passw",
    "passwd",
    "| pass",
    "│ pass",
    "secret",
    "token",
    ",pass",
    ";pass",
    "\tpass",
    "pwd",
    "api key",
    "api_key",
    "apikey",
    "passphrase",
    "senha",
    "contraseñ",
    "kennwort",
    "mot de passe",
    "wachtwoord",
    "hasło",
  ],
  detect: findColumns,
};

interface Column {
  at: number;
  kind: SecretNameKind;
}

function findColumns(text: string, at: number, from: number): Detection {
  const start = Math.max(from, lineStart(text, at, LONGEST_LINE));
  const header = lineAt(text, start);
  if (at - start > LONGEST_LINE || header.length > LONGEST_LINE) return { spans: [] };
  const separator = separatorOf(header);
  if (separator === undefined) return { spans: [], readTo: start + header.length };
  const names = cells(header, separator);
  const columns = names.flatMap((cell, index): Column[] => {
    const kind = isName(cell.value) ? classifyName(cell.value.replaceAll(" ", "_")) : undefined;
    return kind === undefined ? [] : [{ at: index, kind }];
  });
  const isHeader = names.length > 1 && columns.length > 0 && names.every((cell) => isLabel(cell.value));
  if (!isHeader) return { spans: [], readTo: start + header.length };
  return readRows(text, start + header.length + 1, { separator, columns, width: names.length });
}

interface Table {
  separator: RegExp;
  columns: readonly Column[];
  width: number;
}

function readRows(text: string, from: number, table: Table): Detection {
  const spans: Span[] = [];
  let next = from;
  for (let row = 0; row < MOST_ROWS && next < text.length; row++) {
    const line = lineAt(text, next);
    const found = readRow(line, table);
    if (found === undefined) break;
    spans.push(...found.map(({ start, end }) => ({ start: next + start, end: next + end })));
    next += line.length + 1;
  }
  return { spans, readTo: next };
}

/** The secrets of a row; undefined at the end of the table. */
function readRow(line: string, { separator, columns, width }: Table): Span[] | undefined {
  if (line === "" || line.length > LONGEST_LINE) return undefined;
  if (RULE_LINE.test(line) || FRAME_LINE.test(line)) return [];
  const values = cells(line, separator);
  if (values.length !== width) return undefined;
  return columns.flatMap(({ at, kind }) => {
    const cell = values[at];
    if (cell === undefined || !isSecretCell(cell.value, kind)) return [];
    return [{ start: cell.start, end: cell.start + cell.value.length }];
  });
}

function isSecretCell(value: string, kind: SecretNameKind): boolean {
  if (/\s/.test(value) || !isSecretValue(value, { kind, data: true })) return false;
  return kind !== "password" || isPasswordLike(value) || isKeyLike(value) || WEAK_PASSWORD.test(value);
}

function lineAt(text: string, start: number): string {
  return text.slice(start, lineEnd(text, start, LONGEST_LINE + 1));
}

function separatorOf(header: string): RegExp | undefined {
  if (/[|│┃║]/.test(header)) return /[|│┃║]/;
  if (header.includes("\t")) return /\t/;
  if (/;\S/.test(header)) return /;/;
  if (/,\S/.test(header) && !/[(){}=:]/.test(header)) return /,/;
  return /\S {2,}\S/.test(header) ? / {2,}/ : undefined;
}

interface Cell {
  start: number;
  value: string;
}

/** Splits a line into cells without quotes, code marks and padding. Empty cells at the edges belong to the frame. */
function cells(line: string, separator: RegExp): Cell[] {
  const found: Cell[] = [];
  let from = 0;
  for (const part of line.split(separator)) {
    const at = line.indexOf(part, from);
    const value = part.replace(/^[\s"'`*]+|[\s"'`*]+$/g, "");
    found.push({ start: value === "" ? at : line.indexOf(value, at), value });
    from = at + part.length;
  }
  if (found[0]?.value === "") found.shift();
  if (found.at(-1)?.value === "") found.pop();
  return found;
}

function isLabel(value: string): boolean {
  return value.length <= 32 && /^[\p{L}#][\p{L}\d _./()#-]*$|^$/u.test(value);
}

function isName(value: string): boolean {
  return /^\p{L}[\p{L}\d_ .-]{1,31}$/u.test(value);
}

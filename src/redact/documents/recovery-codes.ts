import { captureAt } from "../captured.ts";
import type { Detection, Detector } from "../detector.ts";
import type { Span } from "../span.ts";

// What may stand between the name and the codes, which follow line by line or in a row.
const INTRODUCTION =
  /[\w-]{0,12}[ _-]{0,2}(?:codes?|keys?|secret|passwords?|setup key)?["'`*]{0,3}[ \t]{0,2}(?:are|is|sind|lautet|below)?[ \t]{0,2}[:=]?\s{0,24}(?:\[\s{0,8})?/iy;
const CODE =
  /(?:\d{1,2}[.)][ \t]{1,2}|[-*•][ \t]{1,2})?["'`]?(?<value>(?:\d{6}-){7}\d{6}|[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,12}|[a-z]{4}(?:[ -][a-z]{4}){3}|[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){4,14}|[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,7}|[A-Z2-7]{16,64}|\d{4} \d{4}|\d{8,10}|[a-z0-9]{8,16})["'`]?(?:[ \t]{0,4},?[ \t]{0,4}(?:(?:and|or|und|oder|y|et|e)[ \t])?\r?\n?\s{0,8}|$)/dy;
/** The rest of a line that only describes the codes, which follow below it, one per line. */
const REST_OF_LINE = /[^\n]{0,160}[:：]["'`*]{0,3}[ \t]{0,4}\r?\n\s{0,24}/y;
const MOST_CODES = 32;

// Groups of equal length with a digit among them: only lists of codes have these, even after other words.
const GROUPS = /(?<![\w./:@-])[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,4}(?![\w/:@-]|\.\w)/g;
const REACH = 600;
// Pairs of four digits after the plural name, with some words in between; not years or phone numbers.
const PAIRS = /(?<![\w+(./-]|\d[ ,-])(?!(?:19|20)\d\d (?:19|20)\d\d)\d{4} \d{4}(?![ -]?\d|[.,/]\d|\w)/g;
const PLURAL_NAME = /codes\b[^\n]{0,60}$/i;
const PAIRS_REACH = 200;

/** Lists of codes that replace the password. */
export const recoveryCodeDetector: Detector = {
  keywords: [
    "recovery",
    "backup code",
    "backup_code",
    "backupcode",
    "backup-code",
    "scratch code",
    "emergency",
    "app-specific",
    "app password",
    "app_password",
    "two-factor",
    "2fa ",
    "totp",
    "license key",
    "licence key",
    "product key",
    "activation key",
    "wiederherstellung",
    "notfallcode",
    "ersatzcode",
    "backup-codes",
    "de secours",
    "récupération",
    "códigos de",
    "código de",
    "codici di",
    "codice di",
    "herstelcode",
    "kody zapasowe",
    "備份碼",
    "恢复代码",
    "резервны",
    "код восстановления",
  ],
  detect: findCodes,
};

function findCodes(text: string, at: number): Detection {
  const start = text.slice(at, at + 24).search(/(?<=^[\w-]{3,24})[ _:=\n]/);
  INTRODUCTION.lastIndex = at + Math.max(start, 0);
  if (!INTRODUCTION.test(text)) return { spans: [] };
  const beside = readCodes(text, INTRODUCTION.lastIndex);
  if (beside.spans.length > 0) return beside;
  const below = readBelow(text, at);
  if (below.spans.length > 1) return below;
  const pairs = findPairs(text, at);
  return pairs.spans.length > 0 ? pairs : findGroups(text, at);
}

function findPairs(text: string, at: number): Detection {
  const window = text.slice(at, at + PAIRS_REACH).split(/\n\s*\n/)[0] ?? "";
  const pairs = [...window.matchAll(PAIRS)];
  if (pairs[0] === undefined || !PLURAL_NAME.test(window.slice(0, pairs[0].index))) return { spans: [] };
  return { spans: pairs.map(({ 0: code, index }) => ({ start: at + index, end: at + index + code.length })) };
}

function readCodes(text: string, from: number): { spans: Span[]; readTo: number } {
  const spans: Span[] = [];
  let next = from;
  while (spans.length < MOST_CODES) {
    const code = captureAt(CODE, text, next);
    if (code === undefined || !isCode(code.value)) break;
    spans.push(code);
    next = CODE.lastIndex;
  }
  return { spans, readTo: next };
}

/** Reads codes that are alone on their lines. The caller ignores a single one, which could be anything. */
function readBelow(text: string, at: number): { spans: Span[]; readTo: number } {
  REST_OF_LINE.lastIndex = at;
  if (!REST_OF_LINE.test(text)) return { spans: [], readTo: at + 1 };
  const { spans, readTo } = readCodes(text, REST_OF_LINE.lastIndex);
  const alone = spans.filter(({ end }) => /^["'`,]{0,2}[ \t]{0,4}(?:\r?\n|$)/.test(text.slice(end, end + 9)));
  return { spans: alone, readTo };
}

/** Excludes words (no digit) and version numbers (no letter). Letters alone must form four groups of four. */
function isCode(code: string): boolean {
  if (/^[\d -]+$/.test(code)) return code.replace(/\D/g, "").length >= 8;
  if (/^[a-z]{4}(?:[ -][a-z]{4}){3}$/.test(code)) return true;
  return /\d/.test(code) && /[A-Za-z]/.test(code) && !/^[a-z]+-\d+$/i.test(code);
}

/** Finds groups of equal length near the name, up to the second empty line. */
function findGroups(text: string, at: number): Detection {
  const window = text.slice(at, at + REACH).split(/\n\s*\n(?:[^\n]*\n)*?\s*\n/)[0] ?? "";
  const spans = [...window.matchAll(GROUPS)]
    .filter(([code]) => isGroups(code))
    .map(({ 0: code, index }) => ({ start: at + index, end: at + index + code.length }));
  return { spans };
}

function isGroups(code: string): boolean {
  const groups = code.split("-");
  const hasOneCase = !/[a-z]/.test(code) || !/[A-Z]/.test(code);
  return (
    hasOneCase &&
    groups.every(({ length }) => length === groups[0]?.length) &&
    /\d/.test(code) &&
    /[A-Za-z]/.test(code) &&
    groups.filter((group) => /\d/.test(group)).length * 2 >= groups.length &&
    !/^\d+-|^[A-Za-z]+-\d+$/.test(code)
  );
}

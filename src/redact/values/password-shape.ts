import { hasMixture, isRandom, isWordy } from "./randomness.ts";

// A word and some digits, as people choose passwords.
const WORD_AND_DIGITS =
  /^[A-Za-z]{3,20}[@#_-]?\d{2,8}[!.@#$*]?$|^\p{Ll}{3,12}(?:-\p{Ll}{3,12}){1,5}-\d{2,6}$|^[a-z]{3,12}(?:-[a-z]{2,12}){2,5}-\d{2,6}$|^[a-z]{4,12}(?:-[a-z]{4,12}){1,5}-\d{1,4}(?:-?[a-z]{4,12}){1,3}$/u;
// Names of programs and files do not have these between letters or digits.
const INNER_MARK = /[A-Za-z\d][!$^&*~][A-Za-z\d]/;
const FINAL_MARK = /^[A-Za-z]+[@#_-]?\d{2,8}[!*$#?]$/;
const ALGORITHM =
  /^(?:sha|md|base|utf|aes|rsa|hs|rs|es|ps|ed|blake|ripemd|pbkdf|argon|bcrypt|oauth|iso|rfc|http|tls|ssl|win|arm|x|node|python|port|page|line|step|version|chapter|section|error|at|nist|sp|cve|ipv|mp|saml|html|css|es|web|level|phase|type|issue|build|release|curve|chacha|poly|secp|prime|latin|ucs|unicode|int|uint|float|id)[-_]?\d|^[a-z]\d+(?:cbc|gcm|ctr)?[-_]/i;
const HEX_OR_UUID = /^[0-9a-f-]+$/i;
const CODE_MARKS = /[/\\=(){}[\]<>"'`,;|]|::|->|^[.@#-]|^[a-z]+@\d/;
const FILE_OR_VERSION = /\.[a-z]{1,6}\d?$|^v?\d+\.\d|\d\.\d/i;
const MAIL = /^[^@]+@[\w-]+\.[\w.]+$/;
const LETTERS_AND_DIGITS = /^(?=\D*\d)(?=[^A-Za-z]*[A-Za-z]).{7,100}$/;
const BASE64_KEY = /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/_-]{40,128}={0,2}$/;
const DATE_OR_UNIT = /^\d[\d:.,T+-]*[a-zA-Z%]{0,4}$|^\d{1,4}[A-Za-z]?[a-z]+$/;

const COMMON =
  /^(?:letmein|iloveyou|trustno1|hunter2|toor|qwertz|asdfgh(?:jkl)?|superman|batman|pokemon|liverpool|football|sonnenschein|passw0rd|p@ssw0rd)$/i;

/** True for passwords that are frequent in leaks and do not occur as words in code. */
export function isCommonPassword(value: string): boolean {
  return COMMON.test(value);
}

/** True for a likely value after a password's name: a word with digits, or a mixture of letters and marks. */
export function isPasswordLike(value: string): boolean {
  if (ALGORITHM.test(value) && /^[\w-]+$/.test(value)) return false;
  if (WORD_AND_DIGITS.test(value) || isCommonPassword(value)) return true;
  return (
    (!isWordy(value) || INNER_MARK.test(value)) &&
    value.length >= 6 &&
    hasMixture(value) &&
    !/[/=(,]/.test(value)
  );
}

/** True if a word looks like a password in any context. */
export function isStrongPassword(value: string): boolean {
  if (!LETTERS_AND_DIGITS.test(value) || isOrdinary(value) || isIdentifier(value)) return false;
  return INNER_MARK.test(value) || FINAL_MARK.test(value) || isMixedUp(value);
}

function isMixedUp(value: string): boolean {
  if (value.length < 8 || isWordy(value)) return false;
  return countDigitRuns(value) >= 2 || (/[a-z]/.test(value) && /[A-Z]/.test(value) && isRandom(value));
}

function countDigitRuns(value: string): number {
  return value.match(/\d+/g)?.length ?? 0;
}

/** True for a long value with digits and no visible order, like a generated key. */
export function isKeyLike(value: string): boolean {
  if (value.length < 16 || !/\d/.test(value) || isWordy(value)) return false;
  if (BASE64_KEY.test(value) && isRandom(value)) return true;
  const isUnordered = isRandom(value) || countDigitRuns(value) >= 4;
  return isUnordered && !isOrdinary(value) && !isConstant(value);
}

/** True for a constant, a hexadecimal number, or a name that mentions secrets. */
function isIdentifier(value: string): boolean {
  return (
    /^[A-Z0-9_-]+$|^0x/.test(value) || /[a-z]\.[a-z]|pass(?:word|wd|phrase)|secret|token|key/i.test(value)
  );
}

function isConstant(value: string): boolean {
  return (
    /^%?[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(value) ||
    /^[A-Z][A-Za-z0-9]*(?:Token|Secret|Key|Password)[A-Z]/.test(value)
  );
}

/** True for names, files, versions, dates, addresses and code. */
function isOrdinary(value: string): boolean {
  return (
    CODE_MARKS.test(value) ||
    ALGORITHM.test(value) ||
    HEX_OR_UUID.test(value) ||
    FILE_OR_VERSION.test(value) ||
    MAIL.test(value) ||
    DATE_OR_UNIT.test(value)
  );
}

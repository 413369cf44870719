// Words of interfaces, settings and code. A value that contains one is a name, not a password made of words.
const SPEAKS_OF_ITSELF =
  /passw|passphrase|passcode|secret|token|(?:^|[^a-z])(?:api)?keys?(?:$|[^a-z])|login|auth|user|field|config|setting|your|enter|value|string|reset|require|invalid|default|option|client|manager|service|provider|error|exception|example|placeholder|header|bearer|content-|x-[a-z]+-|_id\b/i;
const FILE_OR_HOST =
  /\.(?:[a-z]{2,5}\d?|local|example|internal|Length|Value|Text|Name)$|:\/\/|^[\w.+-]+@[\w-]+\.[a-z]{2,}$|^v?\d+[.-]\d/;
const CONSTANT = /^[A-Z0-9]+(?:[_-][A-Z0-9]+)*$|^[0-9A-Fa-f-]+$/;
const CODE = /,\w+=|[()[\]{}<>"'`|\\/]|::|->|=>|^[-.$%@#/]|\.\w+\.\w+\.\w|^[a-z_]\w*=|^[A-Za-z_]+=[A-Za-z]+$/;
// Two to seven words with punctuation between them.
const WORDS = /^[\p{L}\d]{1,24}(?:[.+!#&;,=@%_~*^:$-]{1,2}[\p{L}\d]{1,24}){1,6}[!?.*$#%]{0,2}$/u;
const WORD_AND_MARK = /^(?=.*[A-Z\d])[\p{L}\d]{5,24}[!*$#%&]{1,2}$/u;
const PARENTHESIZED = /^[A-Z][a-z]{3,20}\([A-Z]?[a-z]{2,20}\)$/;
// Characters that also join words in names. Other punctuation is rare there.
const NAME_MARKS = /^[\p{L}\d._:-]+$/u;

/** True for words joined by punctuation, as people make passwords. Only for positions where a password is likely. */
export function isCompound(value: string): boolean {
  if (value.length < 7 || value.length > 80 || SPEAKS_OF_ITSELF.test(value)) return false;
  if (PARENTHESIZED.test(value)) return true;
  if (isName(value)) return false;
  if (WORD_AND_MARK.test(value)) return true;
  return WORDS.test(value) && /\p{L}{3}/u.test(value) && /\p{Lu}|\d/u.test(value);
}

function isName(value: string): boolean {
  return FILE_OR_HOST.test(value) || CODE.test(value) || CONSTANT.test(value);
}

const WORD_CHAIN = /^\p{Ll}{3,12}(?<mark>[-._+])\p{Ll}{3,12}(?:\k<mark>\p{Ll}{3,12}){1,6}$/u;
// Words that describe a password: `case-sensitive`, `not-yet-set`.
const PROPERTY =
  /(?:^|[-._+])(?:[a-z]{2,}(?:ed|ing|able|ible|ally)|sensitive|only|specific|safe|friendly|free|less|level|wide|time|term|side|case|like|ready|aware|dependent|readonly|optional|and|not|for|the|out|you|all|any|per|one|two|way|com|org|net|json|yaml|yml|sh|dev|test|prod|staging|service|server|app|api|db|file|name|type|manager|store|vault)(?:$|[-._+])/;

/** True for at least three lowercase words joined by one mark, like a generated passphrase. Only after its name. */
export function isWordChain(value: string): boolean {
  return WORD_CHAIN.test(value) && !PROPERTY.test(value) && !SPEAKS_OF_ITSELF.test(value);
}

/** True for a hyphenated description, which is not a value. */
export function isProperty(value: string): boolean {
  return /^\p{Ll}+(?:-\p{Ll}+)+$/u.test(value) && PROPERTY.test(value);
}

/** A stricter `isCompound` for sentences and command lines, where hyphens and dots also join names of things. */
export function isMarkedCompound(value: string): boolean {
  if (!isCompound(value)) return false;
  return !NAME_MARKS.test(value) || (/\p{Lu}/u.test(value) && /\p{L}{3}[._-]?\d{1,6}$/u.test(value));
}

const PHRASE = /^[\p{L}\p{M}\d]{1,20}(?:[ '’,-]{1,2}[\p{L}\p{M}\d]{1,20}){2,11}[.!?]?$/u;
const ABOUT =
  /\b(?:the|a|is|are|be|must|not|for|and|should|to|of)\b.*\b(?:is|are|be|must|not|required|characters|valid)\b/i;

/** True for at least three words. Only for positions where a program or a file takes the whole text as a secret. */
export function isPassphrase(value: string): boolean {
  return value.length <= 128 && PHRASE.test(value) && !SPEAKS_OF_ITSELF.test(value) && !ABOUT.test(value);
}

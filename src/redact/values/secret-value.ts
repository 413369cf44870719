import type { SecretNameKind } from "../names/secret-name.ts";
import { isCompound, isMarkedCompound, isPassphrase } from "./compound-password.ts";
import { isCommonPassword } from "./password-shape.ts";
import { isPlaceholder } from "./placeholder.ts";
import { hasMixture, hasRandomPart, isRandom, isWordy } from "./randomness.ts";

/** The context in which a value was found. */
export interface ValueContext {
  kind: SecretNameKind;
  /** True in quotes, or where there can only be data (an .env line, a URL, a flag). */
  data: boolean;
  /** True where a whole sentence can only be the secret itself. */
  phrase?: boolean;
}

const CODE =
  /^(?:[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)+(?:[([].*)?|[A-Za-z_$][\w$.]*[([].*|(?:new|await|async|return|function|const|typeof|lambda|self|this)\b.*)$/s;
// Only this much of a long value is examined.
const JUDGED = 256;
// A cache key or the name of an artifact.
const WORDS_AND_HASH = /^(?:[A-Za-z][\w.]*-)+[0-9a-f]{7,64}$/;
const WORDS_OF_ANY_SCRIPT = /^[\p{L}\p{M}\s.,:;!?…'’()（）。、-]+$/u;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True if a value under a secret's name is a secret, not a placeholder, a reference or code. */
export function isSecretValue(whole: string, place: ValueContext): boolean {
  const value = whole.slice(0, JUDGED);
  if (isPlaceholder(value)) return false;
  if (isWritten(value, place)) return true;
  if (!place.data && isCode(value)) return false;
  if (place.kind === "password") return isPassword(value, place.data);
  if (place.kind === "token") return isToken(value);
  return value.length >= 20 && isToken(value) && isRandom(value) && !WORDS_AND_HASH.test(value);
}

/** True for words that a person made into a password. */
function isWritten(value: string, { kind, data, phrase = false }: ValueContext): boolean {
  return kind === "password" && ((phrase && isPassphrase(value)) || (!data && isMarkedCompound(value)));
}

/** True for a member access, a call, a keyword, or a variable named after what it holds. */
function isCode(value: string): boolean {
  return (
    (CODE.test(value) && !hasRandomPart(value)) || /(?:password|secret|token|key|credentials?)$/i.test(value)
  );
}

function isPassword(value: string, data: boolean): boolean {
  if (isCommonPassword(value)) return true;
  if (value.length < (data ? 4 : 6)) return false;
  if (/^(?:~|\.{1,2})?\//.test(value)) return false;
  if (data && isCompound(value)) return true;
  if (/^[A-Za-z_\s.-]+$/.test(value)) return isLetterPassword(value, data);
  // A translation of the word "password", a hint, or a rule.
  if (WORDS_OF_ANY_SCRIPT.test(value)) return false;
  return data ? !/^\w+(?: \w+)+[.!?]?$/.test(value) : hasMixture(value);
}

/** True for a password without digits or marks: random letters, or words with hyphens. */
function isLetterPassword(value: string, data: boolean): boolean {
  if (data && /^[a-z]{3,}(?:-[a-z]{3,}){2,}$|^[a-z]+(?:-[a-z]+){4,}$/.test(value))
    return !/secret|passw|token|key|auth|your|test/.test(value);
  return value.length >= 10 && (isChopped(value) || !isWordy(value)) && isRandom(value);
}

/** True if capitals are so frequent that the letters between them cannot be words. */
function isChopped(value: string): boolean {
  const capitals = value.match(/[A-Z]/g)?.length ?? 0;
  return capitals >= 4 && /[a-z]/.test(value) && /^[A-Za-z]+$/.test(value) && value.length / capitals < 3;
}

function isToken(value: string): boolean {
  if (value.length < 10 || /\s/.test(value) || /^https?:/.test(value) || isPath(value)) return false;
  if (UUID.test(value)) return true;
  if (/^\d+$/.test(value)) return value.length >= 15;
  if (!/\d/.test(value)) return value.length >= 20 && !isWordy(value) && isRandom(value);
  return !isWordy(value);
}

/** Base64 can also begin with a slash, but its parts are not names. */
function isPath(value: string): boolean {
  return (
    /^(?:~|\.{1,2})?\//.test(value) && !(/^[A-Za-z0-9+/]{24,}={0,2}$/.test(value) && hasRandomPart(value))
  );
}

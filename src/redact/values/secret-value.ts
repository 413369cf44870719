import type { SecretNameKind } from "../names/secret-name.ts";
import { isCompound, isMarkedCompound, isPassphrase } from "./compound-password.ts";
import { isCommonPassword } from "./password-shape.ts";
import { isPlaceholder } from "./placeholder.ts";
import { hasMixture, hasRandomPart, isRandom, isWordy } from "./randomness.ts";

/** How the value stood in the text. */
export interface ValuePlace {
  kind: SecretNameKind;
  /** In quotes, or in a place where only data can stand (an .env line, a URL, a flag). */
  data: boolean;
  /** Where a whole sentence can only be the secret itself. */
  phrase?: boolean;
}

const CODE =
  /^(?:[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)+(?:[([].*)?|[A-Za-z_$][\w$.]*[([].*|(?:new|await|async|return|function|const|typeof|lambda|self|this)\b.*)$/s;
// Only this much of a long value is examined.
const JUDGED = 256;
// The key of a cache, the name of an artifact.
const WORDS_AND_HASH = /^(?:[A-Za-z][\w.]*-)+[0-9a-f]{7,64}$/;
const WORDS_OF_ANY_SCRIPT = /^[\p{L}\p{M}\s.,:;!?…'’()（）。、-]+$/u;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True when the value, under its name, is a secret and not a placeholder, a reference or code. */
export function isSecretValue(whole: string, place: ValuePlace): boolean {
  const value = whole.slice(0, JUDGED);
  if (isPlaceholder(value)) return false;
  if (isWritten(value, place)) return true;
  if (!place.data && isCode(value)) return false;
  if (place.kind === "password") return isPassword(value, place.data);
  if (place.kind === "token") return isToken(value);
  return value.length >= 20 && isToken(value) && isRandom(value) && !WORDS_AND_HASH.test(value);
}

/** Words that a person made a password of. */
function isWritten(value: string, { kind, data, phrase = false }: ValuePlace): boolean {
  return kind === "password" && ((phrase && isPassphrase(value)) || (!data && isMarkedCompound(value)));
}

/** A member, a call, a keyword, a variable named for what it holds. */
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
  // A translation of the word, a hint, a rule.
  if (WORDS_OF_ANY_SCRIPT.test(value)) return false;
  return data ? !/^\w+(?: \w+)+[.!?]?$/.test(value) : hasMixture(value);
}

/** Without a digit or a mark: a run of random letters, or a phrase of words with hyphens. */
function isLetterPassword(value: string, data: boolean): boolean {
  if (data && /^[a-z]{3,}(?:-[a-z]{3,}){2,}$|^[a-z]+(?:-[a-z]+){4,}$/.test(value))
    return !/secret|passw|token|key|auth|your|test/.test(value);
  return value.length >= 10 && (isChopped(value) || !isWordy(value)) && isRandom(value);
}

/** Capitals so often that what is between them is no words. */
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

/** Base64 can begin with a slash too, but its parts are no names. */
function isPath(value: string): boolean {
  return (
    /^(?:~|\.{1,2})?\//.test(value) && !(/^[A-Za-z0-9+/]{24,}={0,2}$/.test(value) && hasRandomPart(value))
  );
}

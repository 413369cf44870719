import { capturedBy } from "../captured.ts";
import type { Span } from "../span.ts";
import { isPasswordLike, isStrongPassword } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";

// `bob:X@host`, `app/X@//host`: a login without a URL scheme.
const LOGIN =
  /(?<![\w/@:.-])[\w.\\-]{1,32}(?::|\/(?=[^\s@/]{5,64}@(?:\/\/|\w{2,24}(?![\w./]))))["']?(?<value>[^\s:@/"'`<>,;(){}[\]]{6,64})["']?@(?:\/\/)?(?=(?!sha\d|v?\d+\.\d+\.\d+\b(?!\.))\w[\w-]{0,62}(?:\.\w|:\d|\/|\s|$))/dg;

// A line in a list of users: `bob:X`.
const LOGIN_LINE = /(?<=^[ \t]{0,16}(?:- )?[a-z][\w.-]{0,31}:)(?<value>[^\s:@/"'`<>,;(){}[\]]{7,64})$/dgm;

/** Finds the passwords of logins before a host name and in lists of users. */
export function findBareLogins(text: string): Span[] {
  const logins = text.includes("@") ? [...text.matchAll(LOGIN)] : [];
  const lines = text.includes(":") ? [...text.matchAll(LOGIN_LINE)] : [];
  return [
    ...logins.map(capturedBy).filter((login) => login !== undefined && isSecret(login.value, isPasswordLike)),
    ...lines
      .map(capturedBy)
      .filter((login) => login !== undefined && isSecret(login.value, isStrongPassword)),
  ].filter((login) => login !== undefined);
}

function isSecret(value: string, isPassword: (value: string) => boolean): boolean {
  return !isPlaceholder(value) && isPassword(value);
}

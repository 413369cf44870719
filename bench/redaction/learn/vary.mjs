import { passwordMaker } from "./passwords.mjs";

/** What stands in the place of a secret and is none. */
const NO_SECRETS =
  "changeme|required|string|********|xxxxxxxx|your-password|<password>|$PASSWORD|${DB_PASSWORD}|null|true|hidden|password|secret|required|process.env.SECRET|config.password|passwordField|user_password|getPassword()|invalid|incorrect|expired|missing|wrong|not set|(hidden)|[REDACTED]|stored|hashed|Argon2id|AES256|bcrypt|sha256|OAuth2|field|reset|the vault|docs/login.md|vault:secret/app|my-secret-name|app-credentials|token_type|login-form|enter your password|must not be empty|at least 12 characters|%s|{{ password }}|self.password|args.token|example|none|secretKeyRef|/run/secrets/db|KeePassXC|1Password|HTTP/1.1|base64|utf8|v2.1.0|staging|production".split(
    "|",
  );
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
/** Secrets whose form is fixed by their kind. */
const FIXED = /^(?:AKIA|ASIA|gh|sk|xox|eyJ|MII|LS0|hvs|glpat|npm_|pypi)|\n|%[0-9A-F]{2}|\\\\|^[\d\s-]+$|=$/;

/** A text with other secrets in the same places, and with values there that are none (then only these teach: `only`). */
export function vary(document, random, vocabulary) {
  if (document.label !== "secret" || document.text.length > 3_000) return [];
  const values = document.secrets.map(({ start, end }) => document.text.slice(start, end));
  if (
    values.some((value) => value.length < 4 || FIXED.test(value) || (!/\s/.test(value) && value.length > 60))
  )
    return [];
  const { password, phrase } = passwordMaker(random, vocabulary);
  const other = (value) => {
    if (value.length >= 24 && /\d/.test(value) && !/[\s!$*#]/.test(value)) return tokenLike(value, random);
    return /\s/.test(value) ? phrase() : password();
  };
  const none = () => NO_SECRETS[Math.floor(random() * NO_SECRETS.length)];
  const others = Array.from({ length: 6 }, () => replace(document, other));
  const clean = Array.from({ length: 3 }, () => {
    const { secrets, ...rest } = replace(document, none);
    return { ...rest, label: "clean", secrets: [], only: secrets };
  });
  return [...others, ...clean];
}

function replace(document, make) {
  let text = "";
  let from = 0;
  const secrets = [];
  for (const { start, end, kind } of document.secrets.toSorted((a, b) => a.start - b.start)) {
    const value = make(document.text.slice(start, end));
    text += document.text.slice(from, start);
    secrets.push({ start: text.length, end: text.length + value.length, kind });
    text += value;
    from = end;
  }
  return { ...document, text: text + document.text.slice(from), secrets };
}

function tokenLike(value, random) {
  const alphabet = /^[0-9a-f]+$/.test(value)
    ? `${DIGITS}abcdef`
    : [
        /[a-z]/.test(value) ? LOWER : "",
        /[A-Z]/.test(value) ? LOWER.toUpperCase() : "",
        DIGITS,
        /[_-]/.test(value) ? "_-" : "",
        /[+/]/.test(value) ? "+/" : "",
      ].join("");
  return [...value].map(() => alphabet[Math.floor(random() * alphabet.length)]).join("");
}

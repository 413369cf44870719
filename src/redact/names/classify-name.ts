import type { SecretNameKind } from "./secret-name.ts";

const PASSWORD = words(
  "password passwd passwort passphrase passcode pwd pass psk passkey mdp contrasena senha passe wachtwoord kennwort parola heslo salasana secret secrets pw clave sandi khau passwords passwds passphrases userpass keypass storepass dbpass mypass motdepasse motpasse palavrapasse haslo slaptazodis",
);
// Words for a password in languages that add an article or a case ending.
const INFLECTED =
  /^(?:losenord|adgangskod|passord|sifre|hasl|hesl|lozink|gesl|jelsz|wachtwoord|kennwort|passwort|contrasen|parol)[a-z]{0,4}$/;
const KEY_ELSEWHERE = /^(?:\w{0,8}schlussel|klucz|sleutel|chiave|llave|nyckel)$/;
const TOKEN = words(
  "token tokens apikey accesskey secretkey privatekey authkey apitoken authtoken accesstoken secretaccesskey bearer credential credentials creds jwt authorization auth sessionid sessid sid cookie cookies otp totp pat webhook apisecret clientsecret passcode licensekey",
);
const KEY_OWNERS = words(
  "api access secret private auth signing encryption master account storage shared service app application client consumer license licence subscription deploy integration admin server session cookie jwt hmac aes webhook ingest instrumentation routing rest write crypto cipher decryption personal user developer dev live prod test project maps",
);
const NOT_KEY_OWNERS = words(
  "primary public foreign sort cache partition hash range object map dict routing idempotency composite natural row index host registry config lookup query storage translation i18n react event group topic message pub column candidate publishable rsa dsa ecdsa eddsa gpg pgp",
);
const DETERMINERS = words("the my your our this that a an new");
// A name that ends in one of these describes a secret; it does not hold one.
const ABOUT = words(
  "id ids name names url uri path file dir folder type types length len size count expires expiry expiration ttl at field label hint policy regex pattern prefix suffix header headers placeholder input form reset required enabled limit column version format index provider store manager service endpoint algorithm alg mode env ref arn scope scopes error message msg text title description desc rotation strength validator key_id digest function event handler schema visible",
);

// Tokens of forms and pages, and the public half of a key pair.
const NOT_SECRET = words("public publishable authenticity csrf xsrf antiforgery continuation pagination");
// Pagination cursors, special tokens of a language model, and names of secrets that are stored elsewhere.
const NAMES_NO_SECRET =
  /(?:^|_)(?:next|page|cursor|sync|continue|pad|eos|bos|sep|stop|mask|unk|cls)_tokens?$|^existing_secret$|_pull_secrets?$/;
// Only as URL parameters: elsewhere these names alone do not indicate a secret.
const URL_NAMES = words("sig signature key appid");

// These name the encoding of the value; the word before them names what it is.
const FORM_WORDS = words("base value base64 b64 hex string");

/** Undefined if the name does not suggest a secret. */
export function classifyName(name: string, inUrl = false): SecretNameKind | undefined {
  const parts = nameWords(name);
  if (inUrl && URL_NAMES.has(parts.at(-1) ?? "")) return "token";
  dropNumbers(parts);
  const last = parts.at(-1) ?? "";
  if (isAboutSecret(parts, last)) return secretIdKind(parts);
  return FORM_WORDS.has(last) ? classifyName(parts.slice(0, -1).join("_")) : kindOfLast(parts, last);
}

/** Unlike other ids, a `secret_id` is itself the secret half of a pair. */
function secretIdKind(parts: readonly string[]): SecretNameKind | undefined {
  return parts.slice(-2).join("_") === "secret_id" ? "key" : undefined;
}

/** Drops number and version suffixes: `token_2` and `token_v2` are tokens. */
function dropNumbers(parts: string[]): void {
  while (/^\d+$/.test(parts.at(-1) ?? "")) parts.pop();
  if (parts.at(-1) === "v") parts.pop();
}

function isAboutSecret(parts: readonly string[], last: string): boolean {
  return (
    ABOUT.has(last) ||
    parts.some((part) => NOT_SECRET.has(part)) ||
    NAMES_NO_SECRET.test(parts.join("_")) ||
    isAccessKeyScope(parts)
  );
}

/** `X-Amz-Credential` holds only the id of a key and its scope. */
function isAccessKeyScope(parts: readonly string[]): boolean {
  return parts.join("-") === "x-amz-credential";
}

function kindOfLast(parts: readonly string[], last: string): SecretNameKind | undefined {
  if (PASSWORD.has(last) || INFLECTED.test(last)) return "password";
  if (KEY_ELSEWHERE.test(last)) return "key";
  if (TOKEN.has(last)) return "token";
  return last === "key" || last === "keys" ? keyKind(parts) : joinedKind(last);
}

function keyKind(parts: readonly string[]): SecretNameKind | undefined {
  const owner = parts.at(-2);
  if (owner === undefined) return undefined;
  if (owner === "shared" && parts.at(-3) === "pre") return "password";
  // `storage_key` alone names an entry in a browser's storage; a cloud's storage key has a prefix.
  if (NOT_KEY_OWNERS.has(owner) && !(owner === "storage" && parts.length > 2)) return undefined;
  if (DETERMINERS.has(owner)) return "key";
  if (KEY_OWNERS.has(owner)) return "token";
  return parts.some((part) => PASSWORD.has(part)) ? "token" : "key";
}

/** Names written without a separator: `dbpassword`, `accesstoken`, `myapikey`. */
function joinedKind(word: string): SecretNameKind | undefined {
  if (
    /(?:password|passwd|passphrase|secret|authtok)$|^(?:bind|root|db|user|admin|ftp|ssh|mail|smtp|imap|wifi)(?:pw|pass)$/.test(
      word,
    )
  )
    return "password";
  return /(?:token|apikey|secretkey|accesskey|privatekey|accountkey|appkey|nwkkey|netkey|networkkey|encryptionkey|signingkey|masterkey)$/.test(
    word,
  )
    ? "token"
    : undefined;
}

// Letters that Unicode normalization does not split into a base letter and a mark.
const WITHOUT_MARK: Readonly<Record<string, string>> = { ł: "l", ø: "o", ß: "ss", ı: "i" };

function nameWords(name: string): string[] {
  return withoutMarks(name)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .flatMap((part) => (/\d$/.test(part) ? (/^([a-z]+)(\d+)$/.exec(part)?.slice(1) ?? [part]) : [part]))
    .filter((part) => part !== "");
}

function withoutMarks(name: string): string {
  if (!/[^\0-\x7f]/.test(name)) return name;
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łøßı]/g, (letter) => WITHOUT_MARK[letter] ?? letter);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

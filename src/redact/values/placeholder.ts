const PLACEHOLDER_WORDS =
  /^(?:true|false|null|none|nil|undefined|unset|empty|required|optional|string|str|text|number|bool(?:ean)?|any|bytes?|unknown|yes|no|on|off|default|password|passwd|pass|pwd|secret|token|user|username|key|apikey|bearer|basic|value|prompt|ask|auto|test|example|dummy|sample|changeme|todo|tbd|n\/a|hidden|masked|removed|foo|bar|baz|hash|md5|sha\d*|hmac|bcrypt|scrypt|argon2\w*|motdepasse|passwort|kennwort|contraseña|contrasena|senha|wachtwoord|hasło|haslo|пароль|utilisateur|benutzer|usuario|utf-?(?:8|16|32)(?:le|be)?|latin-?1|ascii|1password|amd64|arm64|armhf|i386|x86_64|noarch|keyboard-interactive|publickey|hostbased|wpa[23]?(?:-(?:personal|enterprise|psk|eap|sae))?|0x[0-9a-f]{1,16}|UGFzc3dvcmQ6|VXNlcm5hbWU6)$/i;
const PLACEHOLDER_PARTS =
  /redacted|x{6,}|\*{3,}|\.{3}|…|placeholder|change[-_ ]?me|replace[-_ ]?(?:me|this|with)|(?:^|[-_<\s])(?:your|my|some)[-_ ]?(?:\w+[-_ ])?(?:api|secret|token|password|key|own|access|real|app|client)|put[-_ ]?your|(?:^|[-_<\s])(?:votre|ton|dein|ihr|euer|tu|su|seu|sua|tuo|il-tuo|jouw|uw|twoje?|ваш)[-_ ](?:\p{L}+[-_ ])?(?:jeton|clé|cle|mot|passe?wort|kennwort|schlüssel|token|clave|contraseña|contrasena|senha|chave|chiave|password|wachtwoord|sleutel|hasło|haslo|klucz|пароль|токен|ключ)|insert[-_ ]|<[a-z][\w -]*>|_here$|-here$|^(.)\1{3,}$|^(?:0123456789|1234567890?|abcdef(?:ghij)?|qwerty)\w{0,4}$|EXAMPLE(?:KEY)?$|abc123|\bexample\b/iu;
// Case-sensitive: in mixed case it is probably part of a made-up key, which is redacted.
const ALPHABET = /abcdefgh|ABCDEFGH/;
const REFERENCE =
  /^(?:\$[A-Za-z_{(]|\$\$|\$\d|%[A-Za-z_]+%|%[sdvr]|\{\{|\{[A-Za-z_][\w.]*\}?$|<%|#\{|@\{|!(?:Ref|Sub|GetAtt)|&[a-z]|\*[a-z_]+$|env[.(:]|process\.env|os\.|var\.|local\.|data\.|secrets?[.:/]|vault:|op:\/\/|ssm:|arn:|file:|base64:$|\/run\/|!vault|ENC\[|@Microsoft\.KeyVault\()/i;

/** The version of a package: `1:4.8.1-2ubuntu2.2`. */
const VERSION = /^\d+:\d+(?:\.\d+){1,4}(?:[-+~][\w.+~-]+)?$/;

/** True for what people write in place of a secret: a placeholder, a variable, a word. */
export function isPlaceholder(value: string): boolean {
  if (PLACEHOLDER_WORDS.test(value) || REFERENCE.test(value) || VERSION.test(value)) return true;
  const judged = value.slice(0, 200);
  return PLACEHOLDER_PARTS.test(judged) || ALPHABET.test(judged) || isCounted(judged);
}

/** True if the letters and the digits both count up, as in made-up ids: `g8h9i0j1k2l3`, `def456ghi789`. */
function isCounted(value: string): boolean {
  if (!/^[a-z0-9]{8,40}$/.test(value)) return false;
  return follows(value.replace(/\d/g, "")) && follows(value.replace(/\D/g, ""));
}

function follows(text: string): boolean {
  return (
    text.length >= 3 && Array.from(text).every((letter, i) => i === 0 || isNext(text.charAt(i - 1), letter))
  );
}

function isNext(before: string, letter: string): boolean {
  return letter.charCodeAt(0) === before.charCodeAt(0) + 1 || (before === "9" && letter === "0");
}

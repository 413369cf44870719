import { createKeywordIndex, type KeywordIndex } from "../keyword-index.ts";
import type { Span } from "../span.ts";
import { countUntil } from "./count-until.ts";
import type { LineOf } from "./number-lines.ts";

/** A word, in any language, about a secret, a login or a lock. Only values near a cue are examined. */
export interface Cue extends Span {
  /** In lower case. */
  word: string;
  group: CueGroup;
  /** Identifies the word in the list. */
  id: number;
  /** The number of its line. */
  line: number;
}

/** The cues nearest to a value. */
export interface NearCues {
  before: Cue | undefined;
  after: Cue | undefined;
}

const WORDS = {
  password:
    "passw|passphrase|passcode|passkey|pwd|psk|mdp|senha|contrase|clave|wachtwoord|kennwort|parola|heslo|hasł|haslo|salasana|lösenord|losenord|adgangskode|passord|şifre|sifre|jelsz|lozink|geslo|sandi|khẩu|slaptažod|palavra-passe|парол|Парол|лозинк|κωδικ|συνθηματ|סיסמ|كلمة|رمز|पासवर्ड|পাসওয়ার্ড|รหัส|パスワード|合言葉|비밀번호|패스워드|keypass|storepass|-pw|pw:|pw=|_pw|pw | pw)|pass:|pass=|pass |pin:|pin |code:",
  token:
    "token|secret|apikey|api_key|api-key|api key|bearer|cred|authorization|auth_|_auth|jwt|sig=|signature|webhook|otp|cookie|session|sessid|private|_key|-key| key|key=|key:|keys|schlüssel|schluessel|llave|clé|chiave|sleutel|klucz|nyckel|ключ|токен|секрет|トークン|シークレット|시크릿|licen|serial|activat|unseal|recovery|backup|seed|mnemonic|wallet|dsn",
  login:
    "login|log in|log into|logon|logg|sign in|signin|user|benutzer|usuario|usuário|utilisateur|gebruiker|utente|użytkownik|пользоват|логин|логін|ユーザー|아이디|admin|root|account|konto|zugang|zugriff|identifiant|accès|acceso|acesso|доступ|wifi|wi-fi|wlan|ssid|vpn|ssh|ftp|rdp|bastion|unlock|opens with|connect|einloggen|anmeld",
  command:
    "sudo|passwd|stdin|identified by|pbkdf2|openssl|passin|passout|hmac|crypt|expect|curl|mysql|psql|redis|mongo|docker|ldap|net use|keytool|gpg|vault|kinit|smb|basic",
} as const;

export type CueGroup = keyof typeof WORDS;

/** Words of at most two characters, which are too short for the index. */
const WIDE = /暗証|密码|密碼|口令|密钥|密鑰|令牌|金鑰|鍵|キー|비번|암호|토큰|用户|用戶|账号/g;
const MAY_BE_WIDE = /[\u3040-\u9fff\uac00-\ud7af]/;

interface CueIndex {
  index: KeywordIndex;
  cues: readonly Pick<Cue, "word" | "group" | "id">[];
}

let known: CueIndex | undefined;

function cueIndex(): CueIndex {
  if (known) return known;
  const groups = Object.keys(WORDS) as CueGroup[];
  const cues = groups
    .flatMap((group) => WORDS[group].split("|").map((word) => ({ word, group })))
    .map((cue, id) => ({ ...cue, id: id + 2 }));
  known = { index: createKeywordIndex(cues.map(({ word }) => word)), cues };
  return known;
}

/** Finds the cues in text order; they may overlap. */
export function findCues(text: string, lineOf: LineOf): Cue[] {
  const { index, cues } = cueIndex();
  const found: Cue[] = [];
  index.scan(text, (keyword, start) => {
    const cue = cues[keyword];
    if (cue) found.push({ ...cue, start, end: start + cue.word.length, line: lineOf(start) });
  });
  if (!MAY_BE_WIDE.test(text)) return found;
  for (const { 0: word, index: start } of text.matchAll(WIDE))
    found.push({ word, group: "password", id: 1, start, end: start + word.length, line: lineOf(start) });
  return found.sort((a, b) => a.start - b.start);
}

/**
 * Finds the last cue that ends before a value and the first that begins after it. Fast for values in text order. The
 * result is valid until the next call.
 */
export function cueFinder(cues: readonly Cue[]): (start: number, end: number) => NearCues {
  const near: NearCues = { before: undefined, after: undefined };
  let first = 0;
  return (start, end) => {
    if (first > 0 && startOf(cues[first - 1]) >= start)
      first = countUntil(cues.length, (i) => startOf(cues[i]) < start);
    while (first < cues.length && startOf(cues[first]) < start) first++;
    let before = first - 1;
    while (before >= 0 && endOf(cues[before]) > start) before--;
    let after = first;
    while (after < cues.length && startOf(cues[after]) < end) after++;
    near.before = cues[before];
    near.after = cues[after];
    return near;
  };
}

function startOf(cue: Cue | undefined): number {
  return cue?.start ?? 0;
}

function endOf(cue: Cue | undefined): number {
  return cue?.end ?? 0;
}

import type { Span } from "../span.ts";
import { isCompound } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";

const PASSWORD_NAMES =
  "密码|密碼|口令|暗号|通行码|パスワード|パスフレーズ|合言葉|暗証番号|비밀번호|비번|암호|패스워드|парол[ьяеію]м?|пароля|лозинк[ау]|кодова дума|парола|κωδικ[όο]ς?|συνθηματικό|كلمة ?(?:ال)?(?:مرور|سر)|رمز ?عبور|گذرواژه|הסיסמ[הא]|סיסמ[הא]|पासवर्ड|रहस्य|রহস্য|পাসওয়ার্ড|รหัสผ่าน|პაროლი|գաղտնաբառ|құпия ?сөз|нууц үг|கடவுச்சொல்|పాస్‌వర్డ్|ពាក្យសម្ងាត់|секрет";
const TOKEN_NAMES =
  "密钥|密鑰|令牌|金鑰|口座キー|秘密鍵|アクセスキー|トークン|キー|シークレット|鍵|토큰|비밀 ?키|시크릿|키|ключ|токен|κλειδί|مفتاح|رمز|מפתח|אסימון|कुंजी|टोकन|คีย์|โทเค็น";
// The name, then particles and words of its script, then the first word of ASCII characters.
const ASCII_VALUE = new RegExp(
  `(?:(?<password>${PASSWORD_NAMES})|(?<token>${TOKEN_NAMES}))(?<gap>[^\\x21-\\x7e\\n]{0,32}(?:[A-Za-z]{2,8}(?=[ :=])[^\\x21-\\x7e\\n]{0,12})?(?:[:=]|->)?[ \\t]{0,2}["「『«“'\`(*]{0,3})(?<value>[!-~]{5,256})`,
  "giu",
);
// A password in the script of the sentence, with a digit or a mark.
const NATIVE_VALUE = new RegExp(
  `(?:${PASSWORD_NAMES})(?:(?:[ \\t]\\p{L}{1,12}){0,3}[ \\t]{0,2}[:=]|[ \\t]{0,2}[:=]?)[ \\t]{1,2}(?<value>(?=[^\\s]{0,64}[\\d_!@#$%&*+])[\\p{L}\\d_!@#$%&*+]{6,64})(?![\\p{L}\\d])`,
  "giu",
);
const NON_LATIN = /[\u0370-\u1fff\u3040-\u9fff\uac00-\ud7af]/;

/** Finds secrets in sentences in scripts other than Latin, where the value usually stands out as an ASCII word. */
export function findInOtherScripts(text: string): Span[] {
  if (!NON_LATIN.test(text)) return [];
  const asciiValues = [...text.matchAll(ASCII_VALUE)].map(asciiValue).filter((span) => span !== undefined);
  return [...asciiValues, ...[...text.matchAll(NATIVE_VALUE)].map(valueAtEnd).filter(hasLetter)];
}

interface FoundValue extends Span {
  value: string;
}

function asciiValue(match: RegExpExecArray): Span | undefined {
  const { start, value } = valueAtEnd(match);
  const plain = value.replace(/["'`)*,.;:]+$/, "");
  const isSecret = match.groups?.["token"] === undefined ? isPassword(plain) : isKey(plain);
  return isSecret && !isPlaceholder(plain) ? { start, end: start + plain.length } : undefined;
}

function valueAtEnd(match: RegExpExecArray): FoundValue {
  const value = match.groups?.["value"] ?? "";
  const end = match.index + match[0].length;
  return { start: end - value.length, end, value };
}

function hasLetter({ value }: FoundValue): boolean {
  return /\p{L}/u.test(value);
}

function isPassword(value: string): boolean {
  return isCompound(value) || isPasswordLike(value) || isKeyLike(value);
}

function isKey(value: string): boolean {
  return isKeyLike(value) || isHexKey(value);
}

function isHexKey(value: string): boolean {
  return /^[0-9a-f]{24,128}$/i.test(value) && /[a-f]/i.test(value) && /\d/.test(value);
}

import { captureAt } from "../captured.ts";
import type { Detection, Detector } from "../detector.ts";
import type { Span } from "../span.ts";

const CODE_PURPOSE =
  "2fa|mfa|two-factor|one[- ]time|otp|verification|confirmation|security|authentication|auth|login|sign-in|access|door|alarm|arm|disarm|arming|disarming|gate|garage|keypad|lock|lockbox|panel|building|lobby|locker|vault|intercom|voicemail|parental|entry|unlock|pairing|sms|reset|backup|recovery";
// Names of numeric codes. A pin number of a chip has at most two digits.
const NAME = new RegExp(
  `(?<![\\p{L}\\d/-])(?:pin|pin[- ]?code|puk|[th]?otp|m?tan|passcode|(?:${CODE_PURPOSE})[ _-](?:codes?|passcode|password|pin)|(?:einmal|bestätigungs|sicherheits|zugangs|freischalt|tür|haustür|alarm|sms-?|tor|safe|garagen|haus|schließfach|tresor)(?:code|passwort|kennwort|pin)|(?:garage|door|gate|alarm|lock|safe|house|shed|lobby)[ -](?:keypad|lockbox|off code|on code)|code (?:pin|secret|de vérification|d'accès)|código (?:pin|de verificación|de acceso|de seguridad|de verificação)|codice (?:pin|di verifica|di accesso|del cancello|della porta|della cassaforte|dell'allarme)|código de (?:la )?(?:puerta|alarma|caja)|code (?:de (?:la )?porte|du (?:portail|coffre)|de l'alarme)|kod (?:pin|weryfikacyjny|dostępu)|пин-?код|пин|код (?:подтверждения|доступа))(?![\\p{L}\\d-])`,
  "iuy",
);
const LINK =
  /["'`*)]{0,3}(?:[ \t]{1,2}(?:is|was|are|ist|isch|war|lautet|es|est|era|è|é|jest|to|for|für|the|die|den|das|der|meine?r?|my|our|your|his|her|of|von|vom|de|del|do|da|dos|das|la|le|el|di|du|pour|para|na|no|now|still|new|set|changed|reset|code|login|card|door|safe|account|phone|here|это|для)(?![\p{L}\d])){0,6}(?<far>(?:[ \t]{1,2}[\p{L}][\p{L}’'-]{1,24}){0,3}(?:[ \t]{1,2}(?:is|was|ist|isch|war|lautet|es|est|è|é|jest|это))?)[ \t]{0,2}(?<sign>[:=–—-]|->|→)?[ \t]{0,3}["'`*(]{0,3}/uy;
const CODE =
  /(?<value>\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{4,8})(?![\p{L}\d_%€$]|[.,:/-]\d|[ ]?(?:digit|ms\b|sec|min|byte|char|px|stellen|time|attempt|bit))/duy;
const NEXT =
  /["'`)]{0,2}(?:[ \t]{0,2}[,;/|][ \t]{0,2}(?:(?:and |e |y |et |und )?(?:the one|o|a|el|la|le|der|die|das|celui|celle|quello)[ \t](?:\p{L}{2,12}[ \t]){1,3}(?:is|é|ist|es|est|è)[ \t])?|\s{1,8}(?:[-*•]|\d{1,2}[.)])?[ \t]{0,2}|[ \t](?:and|or|und|oder|y|et|e)[ \t])["'`(]{0,2}/uy;
/** With one of these words, the number says something else about the code. */
const ABOUT =
  /(?<!\p{L})(?:id|ids|number|count|length|size|limit|port|line|lines|version|template|ticket|issue|page|timeout|error|status|path|flow|type|endpoint|review|after|expires|expired|took|of at least)(?!\p{L})/iu;
const ENDS_LINK = /(?:^|[ \t])(?:is|was|are|ist|isch|war|lautet|es|est|è|é|jest|это)$/u;
/** Codes that are common in examples. */
const EXAMPLE = /^(\d)\1+$|^0?1234(?:5(?:6(?:7(?:89?)?)?)?)?0?$|^(?:987)?6?54321$|^4321$/;

/** Written like this, the name cannot be a verb, a chip's pin or a function. */
const UNAMBIGUOUS = /PIN|PUK|OTP|TAN|(?:code|kennwort|passwor[dt])s?$/u;
const MOST = 24;

/** Numeric codes after their name: `PIN 4821`, `the code for the door is 77310`, `backup codes: 4829 1307, …`. */
export const digitCodeDetector: Detector = {
  keywords: [
    "pin",
    "puk",
    "otp",
    "tan",
    "passcode",
    "combination",
    "keypad",
    "lockbox",
    "code",
    "código",
    "codice",
    "kod ",
    "kennwort",
    "пин",
    "код ",
  ],
  detect: findCodes,
};

// `482913 is your verification code`, as in messages that deliver such codes.
const SENT =
  /(?<![\p{L}\d.,-])(?:[A-Z]-)?(?<value>\d{4,8}|\d{3}[ -]\d{3})[ \t](?:is|ist|es|est|è|é|to)[ \t](?:your|the|dein|ihr|tu|su|votre|ton|il tuo|seu|twój)\b[^\n.;:=]{0,48}$/diu;
const BEFORE = 80;
// `Enter the code 482 913 to sign in`, `the combination is 14-33-08`, `fill('#pin', '739164')`.
const ANNOUNCED =
  /code[ \t](?:is[ \t])?(?<sent>\d{3}[ -]?\d{3,5}|\d{4,8})[ \t]to[ \t](?:sign|log|verify|confirm|unlock|open|enter|continue|pair)\b|combination(?:[ \t]is|[ \t]?:)?[ \t](?<turns>\d{1,2}-\d{1,2}-\d{1,2}(?:-\d{1,2})?)(?![\d-])|(?:pin|otp|passcode)[\w-]{0,16}["'`],[ \t]{0,2}["'`](?<typed>\d{4,8})["'`]/diy;

function findAnnounced(text: string, at: number): Span | undefined {
  ANNOUNCED.lastIndex = at;
  const groups = ANNOUNCED.exec(text)?.indices?.groups;
  const range = groups?.["sent"] ?? groups?.["turns"] ?? groups?.["typed"];
  return range === undefined ? undefined : { start: range[0], end: range[1] };
}

function findSent(text: string, at: number): Span | undefined {
  const from = Math.max(0, at - BEFORE);
  const range = SENT.exec(text.slice(from, at))?.indices?.groups?.["value"];
  if (range === undefined || EXAMPLE.test(text.slice(from + range[0], from + range[1]))) return undefined;
  return { start: from + range[0], end: from + range[1] };
}

function findCodes(text: string, at: number): Detection {
  const sent = findSent(text, at) ?? findAnnounced(text, at);
  if (sent !== undefined) return { spans: [sent], readTo: at + 1 };
  const spans: Span[] = [];
  let next = firstCode(text, at);
  while (next !== undefined && spans.length < MOST) {
    const code = captureAt(CODE, text, next);
    if (code === undefined || EXAMPLE.test(code.value.replace(/\D/g, ""))) break;
    spans.push({ start: code.start, end: code.end });
    NEXT.lastIndex = code.end;
    next = NEXT.test(text) ? NEXT.lastIndex : undefined;
  }
  const last = spans.at(-1);
  return last === undefined ? { spans } : { spans, readTo: last.end };
}

/** Where a code can begin after its name. */
function firstCode(text: string, at: number): number | undefined {
  const name = nameAt(text, at);
  if (name === undefined) return undefined;
  LINK.lastIndex = name.end;
  const link = LINK.exec(text);
  if (link === null || ABOUT.test(link[0])) return undefined;
  const { sign, far = "" } = link.groups ?? {};
  return isLinked(link[0], sign) || (far === "" && UNAMBIGUOUS.test(name.text)) ? LINK.lastIndex : undefined;
}

function isLinked(link: string, sign: string | undefined): boolean {
  return sign !== undefined || ENDS_LINK.test(link.trimEnd());
}

/** The name may begin some words before its keyword. */
function nameAt(text: string, at: number) {
  for (let start = at; start >= Math.max(0, at - 16); start--) {
    NAME.lastIndex = start;
    if (NAME.test(text) && NAME.lastIndex > at)
      return { end: NAME.lastIndex, text: text.slice(start, NAME.lastIndex) };
  }
  return undefined;
}

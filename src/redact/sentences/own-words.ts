import { createDetector, type Detector } from "../detector.ts";
import type { Span } from "../span.ts";
import { isWordChain } from "../values/compound-password.ts";
import { isPlaceholder } from "../values/placeholder.ts";

/** `my password is sunshine` discloses a password; a manual does not say whose password it means. */
const OWNER =
  /(?<!\p{L})(?:my|our|mein|meine|unser|mon|notre|mi|nuestra|minha|nossa|mia|nostra|mijn|ons|moje|mit|mitt)[ \t](?:\p{L}{1,14}[ -]){0,2}(?:\p{L}{1,14}-)?$/iu;
const NAME =
  /(?:passwor[dt]|passphrase|kennwort|mot de passe|mdp|contraseña|senha|parola|wachtwoord|hasło|lösenord|adgangskode)(?!\p{L})/iuy;
const FOR =
  /(?:[ \t](?:for|of|on|für|vom|von|im|am|pour|du|de|del|do|da|di|voor|van|till)(?:[ \t]\p{L}{1,14}){1,3})?/uy;
const SAYS =
  /[ \t](?:is|ist|isch|est|es|é|è|jest|är|er)[ \t]|[ \t](?<says>lautet)[ \t]|(?<sign>[ \t]?:[ \t])/iuy;
/** A single word, up to the end of its sentence. */
const WORD =
  /["'`“„«]?(?<value>\p{L}{6,24}|\p{Ll}{3,12}(?:[-._]\p{Ll}{3,12}){2,6})["'`”“»]?(?=[.!]?(?:\s*$|\n|[.!] )|, (?:\p{L}+ ){1,3})/duy;
/** Words that describe a password instead of being one. */
const STATE =
  /(?:ed|ing|able|ible|ory|ive|ous|ful|less|ent|ant|lich|bar|haft|iert|isch|igt|tig|ada|ado|ida|ido|oire|ect|ée?|ria|rio|ct[eao]|ato|ata|uta|uto|licht|eerd)$|^(?:wrong|weak|strong|broken|hidden|unknown|public|private|secret|secure|unsafe|simple|complex|different|written|stolen|shown|unset|random|plaintext|lowercase|uppercase|history|falsch|richtig|schwach|sicher|geheim|anders|abgelaufen|verloren|vergessen|korrekt|faible|facile|simple|nouveau|ancien|débil|fuerte|nueva|segura|fraca|segura|debole|sicura|nuova|leeg|zwak|sterk|onjuist|verlopen)$/iu;

export const ownWordDetector: Detector = createDetector(
  [
    "password",
    "passwort",
    "passphrase",
    "kennwort",
    "mot de passe",
    "mdp",
    "contraseña",
    "senha",
    "parola",
    "wachtwoord",
    "hasło",
    "lösenord",
    "adgangskode",
  ],
  findOwnWord,
);

const BEFORE = 48;

function findOwnWord(text: string, at: number): Span | undefined {
  const link = linkAfter(text, at);
  if (link === undefined) return undefined;
  WORD.lastIndex = link.end;
  const range = WORD.exec(text)?.indices?.groups?.["value"];
  if (range === undefined) return undefined;
  const [start, end] = range;
  return isDisclosed(text.slice(start, end), link) ? { start, end } : undefined;
}

interface Link {
  end: number;
  isOwn: boolean;
  isSigned: boolean;
}

/** Reads from the name to where the word can begin. */
function linkAfter(text: string, at: number): Link | undefined {
  const name = after(NAME, text, at);
  if (name === undefined) return undefined;
  const link = after(SAYS, text, after(FOR, text, name.end)?.end ?? name.end);
  if (link === undefined) return undefined;
  const isOwn = link.groups["says"] !== undefined || OWNER.test(text.slice(Math.max(0, at - BEFORE), at));
  return { end: link.end, isOwn, isSigned: link.groups["sign"] !== undefined };
}

function isDisclosed(value: string, { isOwn, isSigned }: Link): boolean {
  return isWordChain(value) ? isSigned || isOwn : isOwn && isPlainWord(value);
}

function isPlainWord(value: string): boolean {
  return /^\p{L}+$/u.test(value) && !STATE.test(value) && !isPlaceholder(value);
}

function after(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : { end: pattern.lastIndex, groups: found.groups ?? {} };
}

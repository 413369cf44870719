import { captureAt } from "../captured.ts";
import type { SecretName } from "../names/secret-name.ts";
import type { Span } from "../span.ts";
import { isCompound, isMarkedCompound, isWordChain } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike, isStrongPassword } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";

const REACH = 96;
const MOST_WORDS = 9;
const NATURAL_NAME = /^[A-Za-z\u00c0-\u1eff]+$/;
const BEFORE_NAME = /(?:^|[\s"'“(*>-])$/;
// Ends a sentence: code, a table or another sentence begins here.
const SENTENCE_END = /\n|\/\/|[.;](?:\s|$)|[{}<>|\\]|[=:]{2}|\(\)|[[\]]/;
const SENTENCE_START = /^.*(?:\n|\/\/|[.;?]\s|[{}<>|\\]|[=:]{2}|\(\)|[[\]])/s;
const ABOUT_IT =
  /^[ \t-]{1,2}(?:hash|field|policy|reset|manager|input|rule|length|strength|type|name|form|grant|based|protected|encrypted|file|store|generator|limit|count|usage)/i;
// Hex is a key only if the sentence says so: otherwise it is usually a commit.
const HEX_BEFORE = /\b([0-9a-f]{24,128}) (?:as|is) (?:\w{1,10} ){0,3}$/i;
const HEX_AFTER = /^(?: [^\s.:;=]{1,16}){0,6}:[ \t]{1,4}["'`]?([0-9a-f]{32,96})\b/i;
// `use X as the password`
const USED_AS =
  /\b(?:use|using|put|set|take|enter|try|with|nimm|nehmt|usa|use|utilise|mets|usar)[ \t]+["'`]?(?<value>[^\s"'`]{4,64})["'`]?[ \t]+(?:as|for|als|como|come|comme|para|pour)[ \t]+(?:(?!as\b)\p{L}{1,12}[ \t]+){0,4}$/iu;
const EDGES = /^[\s"'`“”‘’«»(*:=,]+|[\s"'`“”‘’«»)*:,.;!?]+$/g;
const EDGES_EXCEPT_EXCLAMATION = /^[\s"'`“”‘’«»(*:=,]+|[\s"'`“”‘’«»)*:,.;?]+$/g;

/** Finds secrets in the same sentence as their name, with other words in between. Skips possible ordinary words. */
export function readNearby(text: string, named: SecretName): Span[] {
  if (!NATURAL_NAME.test(text.slice(named.start, named.end))) return [];
  const before = text.slice(Math.max(0, named.start - REACH), named.start);
  const after = text.slice(named.end, named.end + REACH);
  if (!BEFORE_NAME.test(before) || !/^[\s,.)'"“”’*:?!-]|^$/.test(after) || ABOUT_IT.test(after)) return [];
  const isSecret = named.kind === "password" ? isPasswordInSentence : isKeyLike;
  const following = findAfter(after, named.end, isSecret);
  if (following.length > 0) return following;
  const used = named.kind === "password" ? findUsedAs(before, named) : findHex(before, after, named);
  return used === undefined ? findBefore(before, named.start, isSecret).slice(0, 1) : [used];
}

function findUsedAs(before: string, named: SecretName): Span | undefined {
  const found = USED_AS.exec(before);
  const value = found?.groups?.["value"] ?? "";
  if (!(isPasswordLike(value) || isCompound(value) || isWordChain(value)) || isPlaceholder(value))
    return undefined;
  const start = named.start - before.length + before.lastIndexOf(value);
  return { start, end: start + value.length };
}

function findHex(before: string, after: string, named: SecretName): Span | undefined {
  const following = HEX_AFTER.exec(after);
  if (following?.[1] !== undefined) {
    const end = named.end + following[0].length;
    return { start: end - following[1].length, end };
  }
  const hex = HEX_BEFORE.exec(before);
  if (hex?.[1] === undefined) return undefined;
  const start = named.start - before.length + hex.index;
  return { start, end: start + hex[1].length };
}

const NEXT_LINE =
  /(?<lead>[^\n]{0,60}?(?<sign>[:?]|\bis:?|\bbelow:?)?["'`*]{0,2})[ \t]{0,8}\r?\n(?:[ \t]{0,8}(?:```\w{0,12})?[ \t]{0,8}\r?\n|[ \t]{0,8}```\w{0,12}\r?\n){0,2}[ \t>]{0,16}[`*]{0,2}(?<value>[^\s`"'<>]{6,512})[`*]{0,2}[ \t]{0,8}(?:\r?\n|$)/dy;

/** Finds a secret alone on a line below its name: `Your new password is:` and the password. */
export function readNextLine(text: string, named: SecretName): Span | undefined {
  const below = captureAt(NEXT_LINE, text, named.end);
  return below !== undefined && isAnnounced(below.value, named, below.groups["sign"] !== undefined)
    ? below
    : undefined;
}

function isAnnounced(value: string, { kind }: SecretName, isSigned: boolean): boolean {
  if (kind === "key" || isPlaceholder(value) || /[(){};=]/.test(value)) return false;
  if (kind === "password")
    return isSigned ? isPasswordLike(value) || /^[0-9a-f]{24,128}$/i.test(value) : isStrongPassword(value);
  return isKeyLike(value) || (isSigned && /^[0-9a-f]{24,128}$/i.test(value));
}

/** Weaker passwords count too if they are long and end in digits: such a word is rarely a name. */
function isPasswordInSentence(word: string): boolean {
  return (
    isStrongPassword(word) ||
    isMarkedCompound(word) ||
    (word.length >= 8 &&
      !/^[A-Z]+-?\d+$/.test(word) &&
      /\d{2}[!*$#?]?$/.test(word) &&
      !/[_.]/.test(word) &&
      isPasswordLike(word))
  );
}

// Verbs and prepositions before a value, in languages written in the Latin alphabet.
const ANNOUNCES =
  /^(?:is|est|es|é|è|e|ist|lautet|er|är|on|jest|je|este|là|adalah|olarak|to|now|ora|jetzt|auf|para|por|a|in|naar|til|till|na|zu|en)$|[:=]$/i;

type Predicate = (word: string) => boolean;

function findAfter(after: string, offset: number, isSecret: Predicate): Span[] {
  const end = SENTENCE_END.exec(after)?.index ?? lastSpace(after);
  return pickSecrets([...after.slice(0, end).matchAll(/\S+/g)].slice(0, MOST_WORDS), offset, isSecret);
}

function findBefore(before: string, start: number, isSecret: Predicate): Span[] {
  const from = SENTENCE_START.exec(before)?.[0].length ?? (before.length < REACH ? 0 : before.indexOf(" "));
  if (from < 0) return [];
  const words = [...before.slice(from).matchAll(/\S+/g)].reverse();
  return pickSecrets(words.slice(0, MOST_WORDS), start - before.length + from, isSecret);
}

/** Leaves out a word that the window cuts off. */
function lastSpace(window: string): number {
  return window.length < REACH ? window.length : window.lastIndexOf(" ");
}

function pickSecrets(words: readonly RegExpExecArray[], offset: number, isSecret: Predicate): Span[] {
  return words.flatMap(({ 0: word, index }, i) => {
    const isAnnounced = isSecret === isPasswordInSentence && ANNOUNCES.test(words[i - 1]?.[0] ?? "");
    const value = [word.replace(EDGES_EXCEPT_EXCLAMATION, ""), word.replace(EDGES, "")].find(
      (form) =>
        (isSecret(form) || (isAnnounced && (isCompound(form) || isWordChain(form)))) && !isPlaceholder(form),
    );
    if (value === undefined) return [];
    const start = offset + index + word.indexOf(value);
    return [{ start, end: start + value.length }];
  });
}

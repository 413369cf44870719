import type { SecretName } from "../names/secret-name.ts";
import type { Span } from "../span.ts";
import { isCompound, isWordChain } from "../values/compound-password.ts";
import { isKeyLike, isPasswordLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { hasRandomPart, isWordy } from "../values/randomness.ts";
import { isSecretValue } from "../values/secret-value.ts";

// "the password is X", "token for staging: X", "here is the key X", `--password X`, "password X" of a netrc.
const LINK =
  /(?:["'`”*)]{0,3}[ \t]{1,4}(?:is|was|be|are|ist|lautet|est|es|è|é|to|of|as|now|still|currently|temporarily|set|changed|updated|reset|equals?|for|on|in|from|the|this|my|our|your|a|use|uses|using|value|it|staging|prod(?:uction)?|test|dev|root|admin|user|db|database|server|login|wifi|account|api|service|which|that|will|should|would|<<<)(?:["'`”*)]{0,3})(?=[ \t:=])){0,5}(?<end>[ \t]{0,2}(?:[:=]|->|→|—|–)?[ \t\n]{1,4}|[ \t]{1,4})(?<open>["'`“‘(*<]{0,4})/y;
const VALUE = /[^\s"'`“”‘’<>]{4,4096}/y;
const HEX_OR_UUID = /^[0-9a-f-]+$/i;

/** Finds a secret that follows its name in a sentence or on a command line, even without a sign between them. */
export function readAnnounced(text: string, named: SecretName): Span | undefined {
  LINK.lastIndex = named.end;
  const link = LINK.exec(text)?.[0];
  if (link === undefined) return undefined;
  const start = LINK.lastIndex;
  VALUE.lastIndex = start;
  const raw = VALUE.exec(text)?.[0];
  if (raw === undefined) return undefined;
  const value = raw.replace(/[.,;:!?)\]}*]+$/, "");
  const flag =
    text.startsWith("--", named.start) || /^-[A-Za-z]/.test(text.slice(named.start, named.start + 2));
  if (
    !(flag
      ? isFlagValue(value, named)
      : isSentenceValue(value, named) || isAnnouncedPassphrase(value, link, named))
  )
    return undefined;
  return { start, end: start + value.length };
}

/** True for words joined by punctuation, after a sign or a verb. */
function isAnnouncedPassphrase(value: string, link: string, { kind }: SecretName): boolean {
  return (
    kind === "password" &&
    /[\w:=>]/.test(link) &&
    (isCompound(value) || isWordChain(value)) &&
    !isPathOrCode(value.replace(/[.[(]/g, "-"))
  );
}

function isFlagValue(value: string, named: SecretName): boolean {
  return !/^-|^\w{1,16}=/.test(value) && isSecretValue(value, { kind: named.kind, data: true });
}

/** True for an address, a path, a call, a member access or a link. */
function isPathOrCode(value: string): boolean {
  if (/^(?:https?:|[~.@#-])|\(\)?$|\]\(/.test(value)) return true;
  return /^\/|^[\w$]+[.([]/.test(value) && !hasRandomPart(value);
}

function isSentenceValue(value: string, named: SecretName): boolean {
  if (isPlaceholder(value) || isPathOrCode(value)) return false;
  if (named.kind === "password") return isPasswordLike(value);
  if (isWordy(value)) return false;
  if (HEX_OR_UUID.test(value)) return isSentenceHex(value, named);
  return isKeyLike(value);
}

function isSentenceHex(value: string, named: SecretName): boolean {
  return named.kind === "token" ? value.length >= 24 : /^[0-9a-f]{30,}$/i.test(value);
}

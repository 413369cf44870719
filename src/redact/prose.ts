import type { SecretName } from "./assignments.ts";
import { hasMixture, isRandom, isSecretValue, isStandIn, isWordy } from "./secret-value.ts";
import type { Span } from "./span.ts";

// "the password is X", "token for staging: X", "here is the key X", `--password X`, "password X" of a netrc.
const LINK =
  /(?:["'`”*)]{0,3}[ \t]{1,4}(?:is|was|be|are|to|of|as|now|still|currently|temporarily|set|changed|updated|reset|equals?|for|on|in|from|the|this|my|our|your|a|use|uses|using|value|it|staging|prod(?:uction)?|test|dev|root|admin|user|db|database|server|login|wifi|account|api|service|which|that|will|should|would|<<<)(?:["'`”*)]{0,3})(?=[ \t:=])){0,5}(?<end>[ \t]{0,2}(?:[:=]|->|→|—|–)?[ \t\n]{1,4}|[ \t]{1,4})(?<open>["'`“‘(*<]{0,4})/y;
const VALUE = /[^\s"'`“”‘’<>]{4,4096}/y;
const HEX_OR_UUID = /^[0-9a-f-]+$/i;

/** A secret that a sentence or a command line gives after its name, without a sign between them. */
export function readProse(text: string, named: SecretName): Span | undefined {
  LINK.lastIndex = named.end;
  if (LINK.exec(text) === null) return undefined;
  const start = LINK.lastIndex;
  VALUE.lastIndex = start;
  const raw = VALUE.exec(text)?.[0];
  if (raw === undefined) return undefined;
  const value = raw.replace(/[.,;:!?)\]}*]+$/, "");
  const flag =
    text.startsWith("--", named.start) || /^-[A-Za-z]/.test(text.slice(named.start, named.start + 2));
  if (!(flag ? isFlagValue(value, named) : isSpokenValue(value, named))) return undefined;
  return { start, end: start + value.length };
}

function isFlagValue(value: string, named: SecretName): boolean {
  return !value.startsWith("-") && isSecretValue(value, { kind: named.kind, data: true });
}

/** An address, a path, a call, a member, a link. */
function isSomethingElse(value: string): boolean {
  return /^(?:https?:|[/~.@#-])|\(\)?$|^[\w$]+[.([]|\]\(/.test(value);
}

function isSpokenValue(value: string, named: SecretName): boolean {
  if (isStandIn(value) || isSomethingElse(value) || isWordy(value)) return false;
  if (named.kind === "password") return value.length >= 6 && hasMixture(value) && !/[/=(]/.test(value);
  if (HEX_OR_UUID.test(value)) return named.kind === "token" && value.length >= 24;
  return isTokenLike(value);
}

function isTokenLike(value: string): boolean {
  return value.length >= 16 && /\d/.test(value) && isRandom(value);
}

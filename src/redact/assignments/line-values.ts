import { captureAt } from "../captured.ts";
import { lineStart } from "../line.ts";
import type { SecretName } from "../names/secret-name.ts";
import type { Span } from "../span.ts";
import { isCompound, isPassphrase } from "../values/compound-password.ts";
import { isPasswordLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { hasMixture } from "../values/randomness.ts";

// `bindpw X`, `secret = X`, `password: X`, `name=words to the end`: the value ends with the line.
const LINE_VALUE =
  /(?<sign>[ \t]{0,32}[:=][ \t]{0,8}|[ \t]{1,16})(?<value>[^\s"'`][^\n"'`]{3,127}?)[ \t]{0,16}(?=\r?\n|$)/dy;
const BEFORE_NAME = /^[ \t]{0,40}(?:export[ \t]|-[ \t]|set[ \t]|[\w-]{1,40}\.)?$/;
const MEMBER = /^[A-Za-z_$]+(?:\.[A-Za-z_$]+)+$/;
const NAME_REACH = 96;

/** Reads the value of a line in a configuration file that holds only a name and a value. */
export function readLineValue(text: string, named: SecretName): Span | undefined {
  if (named.kind !== "password") return undefined;
  const start = lineStart(text, named.start, NAME_REACH);
  if (!BEFORE_NAME.test(text.slice(start, named.start))) return undefined;
  const line = captureAt(LINE_VALUE, text, named.end);
  if (line === undefined || isPlaceholder(line.value)) return undefined;
  const sign = line.groups["sign"] ?? "";
  if (RECORD_SIGN.test(sign) && isRecordValue(line.value)) return line;
  return isValue(line.value, named, /[:=]/.test(sign)) ? line : undefined;
}

/** `Password            : X`, as PowerShell lists an object: the value is the rest of the line. */
const RECORD_SIGN = /^ {2,}: $/;

function isRecordValue(value: string): boolean {
  return !/\s/.test(value) && value.length >= 8 && hasMixture(value);
}

function isValue(value: string, { name }: SecretName, isSigned: boolean): boolean {
  const isVariable = /^[A-Z][A-Z0-9_]{3,}$/.test(name);
  if (/\s/.test(value)) return isSigned && (isVariable || name.includes(".")) && isPassphrase(value);
  if (MEMBER.test(value) && !(isSigned && isVariable)) return false;
  return isSigned ? isCompound(value) : isDirective(name) && isHumanPassword(value);
}

function isDirective(name: string): boolean {
  return /^[a-z_-]+$/.test(name);
}

function isHumanPassword(value: string): boolean {
  return isCompound(value) || isPasswordLike(value);
}

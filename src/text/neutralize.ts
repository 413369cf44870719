import { replaceFolded } from "./fold-width.ts";
import { NEUTRALIZING_RULES } from "./neutralizing-rules.ts";

/**
 * Makes captured text safe to include in what an agent reads: no control tag of an agent or a chat template survives,
 * nothing is invisible, and links are plain text. Ordinary code such as `a < b` stays as it is. Neutralized text stays
 * neutral if it is put on one line or cut, and neutralizing it again changes nothing.
 */
export function neutralize(text: string): string {
  // Most lines are: the rules, whose patterns take long to compile, are not even loaded for them.
  if (HARMLESS.test(text) && !ROLE.test(text)) return text;
  const visible = text
    .toWellFormed()
    .replaceAll(LINE_SEPARATORS, "\n")
    .replaceAll(INVISIBLE, "")
    .replaceAll(COMBINING_MARKS, "");
  // Programs do not use these characters, and a model reads them as angle brackets.
  const plain = visible.replaceAll(/[\uff1c\ufe64]/g, "‹").replaceAll(/[\uff1e\ufe65]/g, "›");
  return NEUTRALIZING_RULES.reduce(
    (result, [pattern, replace]) => replaceFolded(result, pattern, replace),
    plain,
  );
}

/** Neutralizes every string in a JSON value, keys included. */
export function neutralizeAll(value: unknown): unknown {
  if (typeof value === "string") return neutralize(value);
  if (Array.isArray(value)) return value.map(neutralizeAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [neutralize(key), neutralizeAll(item)]),
  );
}

/** ASCII without the characters that a rule needs: `&`, `<`, `[` and `]`. */
const HARMLESS = /^[\t\n !-%'-;=-Z\\^-~]*$/;
const ROLE = /(?:system|human|user|assistant|developer)[ \t]*:/i;

/**
 * Control characters (except tab and line feed), format characters (direction marks, zero-width, Unicode tags), private
 * use, and other invisible ones: they can hide text, split the name of a tag, or control a terminal.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** A combining mark hides a bracket from a pattern, but not from a reader. */
const COMBINING_MARKS = /(?<=[<[|/\uff0f\uff1c\uff3b\uff5c\ufe64])\p{M}+/gu;
const LINE_SEPARATORS = /\r\n?|[\u2028\u2029]/g;

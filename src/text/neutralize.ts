import { CONTROL_TOKENS } from "./control-tokens.ts";
import { foldWidth, replaceFolded } from "./fold-width.ts";

/**
 * Makes captured text safe to include in what an agent reads: no control tag of a client or a chat template survives, nothing is
 * invisible, links are text. Ordinary code such as `a < b` stays as it is. Neutral text stays neutral
 * when its white space is flattened or it is cut, and neutralizing it again changes nothing.
 */
export function neutralize(text: string): string {
  const visible = text
    .toWellFormed()
    .replaceAll(LINE_SEPARATORS, "\n")
    .replaceAll(INVISIBLE, "")
    .replaceAll(MARKED, "");
  // No program is written with these, and a model reads them as angle brackets.
  const plain = visible.replaceAll(/[\uff1c\ufe64]/g, "‹").replaceAll(/[\uff1e\ufe65]/g, "›");
  return RULES.reduce((result, [pattern, replace]) => replaceFolded(result, pattern, replace), plain);
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

/**
 * Controls (but tab and line feed), format characters (direction marks, zero-width, Unicode tags), private ones, and
 * others that show nothing: they hide text, part a tag's name, or steer a terminal.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** A mark that combines with a bracket hides it from a pattern, not from a reader. */
const MARKED = /(?<=[<[|/\uff0f\uff1c\uff3b\uff5c\ufe64])\p{M}+/gu;
const LINE_SEPARATORS = /\r\n?|[\u2028\u2029]/g;

const TOKENS: readonly string[] = Object.values(CONTROL_TOKENS).flat();
const TAG_NAMES = alternatives(/^<+\/?([a-z][\w:-]*)\|?>+$/i);
const BRACKET_NAMES = alternatives(/^\[\/?(\w+)\]$/);
const PIPED_NAMES = alternatives(/^\[\|(\w+)\|\]$/);
const BARE_TOKENS = TOKENS.filter((token) => /^[\][]\S*~/.test(token))
  .map((token) => Array.from(token).map(literally).join("\\s*"))
  .join("|");
/** Clients have many tags whose names begin like this. */
const PREFIXES =
  "(?:system|holdfast|checkpoint|task|user|assistant|human|tool|function|command|local|im_|start_of|end_of|eot|antml|invoke|parameter)";
const CLOSING = "(?:[>›]|&gt|&#0*62|&#x0*3e)";
/** What no comparison in a program looks like: one name, or a name with attributes, between two brackets. */
const SPACED_TAG = `[\\p{L}_][\\w:.-]{0,80}(?:\\s+[\\w:.-]{1,80}\\s*=\\s*["'][^>›]{0,300})?(?:\\s*[/|])?\\s*${CLOSING}`;

/**
 * Patterns see wide characters as narrow ones. No rule makes text that an earlier one would change, and from `TAG` on no
 * length changes: whether a tag is closed near by is the same when the result is neutralized again.
 */
const RULES: readonly (readonly [RegExp, (match: RegExpMatchArray) => string])[] = [
  [
    /^([ \t]*(?:[-*][ \t]+)?)(?:#{1,6}[ \t]*)?(system|human|user|assistant|developer)[ \t]*:/gimu,
    ([, before = "", role]) => `${before}${role} -`,
  ],
  [/(?:&lt|&#0*60|&#x0*3c)(?:;|(?=\s*[\p{L}/|!?]))/giu, () => "‹"],
  [/(?:&gt|&#0*62|&#x0*3e);/giu, () => "›"],
  [/\]\((?=\s*(?:https?|data|javascript|file):)/giu, () => "] ("],
  [new RegExp(`\\[((?:\\s*/)?\\s*${BRACKET_NAMES}\\s*)\\]`, "giu"), ([, name]) => `(${name})`],
  [new RegExp(`\\[(\\s*\\|\\s*${PIPED_NAMES}\\s*\\|\\s*)\\]`, "giu"), ([, name]) => `(${name})`],
  [new RegExp(BARE_TOKENS, "giu"), ([token]) => token.replaceAll(/[\][]/g, "(")],
  // A pipe or slash, a name that begins like one of a client, a name of the table, or anything closed as a tag is.
  [
    new RegExp(
      `<(?=\\s*(?:[/|]|${PREFIXES}|${TAG_NAMES}\\s*(?:\\|\\s*)?${CLOSING}|${SPACED_TAG})|[\\p{L}!?][^>›]{0,300}${CLOSING})`,
      "giu",
    ),
    () => "‹",
  ],
];

function alternatives(pattern: RegExp): string {
  const names = TOKENS.flatMap((token) => pattern.exec(foldWidth(token))?.[1] ?? []);
  return `(?:${[...new Set(names)].map(literally).join("|")})`;
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

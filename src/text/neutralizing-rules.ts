import { CONTROL_TOKENS } from "./control-tokens.ts";
import { foldWidth } from "./fold-width.ts";

const TOKENS: readonly string[] = Object.values(CONTROL_TOKENS).flat();
const TAG_NAMES = alternatives(/^<+\/?([a-z][\w:-]*)\|?>+$/i);
const BRACKET_NAMES = alternatives(/^\[\/?(\w+)\]$/);
const PIPED_NAMES = alternatives(/^\[\|(\w+)\|\]$/);
const BARE_TOKENS = TOKENS.filter((token) => /^[\][]\S*~/.test(token))
  .map((token) => Array.from(token).map(escapeRegExp).join("\\s*"))
  .join("|");
/** Agents have many tags whose names begin like this. */
const PREFIXES =
  "(?:system|holdfast|checkpoint|task|user|assistant|human|tool|function|command|local|im_|start_of|end_of|eot|antml|invoke|parameter)";
const CLOSING = "(?:[>›]|&gt|&#0*62|&#x0*3e)";
/** A name, perhaps with attributes, between two brackets: no comparison in a program looks like this. */
const SPACED_TAG = `[\\p{L}_][\\w:.-]{0,80}(?:\\s+[\\w:.-]{1,80}\\s*=\\s*["'][^>›]{0,300})?(?:\\s*[/|])?\\s*${CLOSING}`;

/**
 * Patterns see full-width characters as ASCII. No rule produces text that an earlier one would change, and the last
 * rule keeps the length, so that neutralizing the result again finds the same closing brackets.
 */
export const NEUTRALIZING_RULES: readonly (readonly [RegExp, (match: RegExpMatchArray) => string])[] = [
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
  // A pipe or slash, a name that begins like an agent's tag, a name in the table, or anything closed like a tag.
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
  return `(?:${[...new Set(names)].map(escapeRegExp).join("|")})`;
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

import type { Word, WordPart } from "unbash";

/** The variables whose values the line itself assigns. */
export type Variables = ReadonlyMap<string, string>;

/** A limit, because each brace of `{a,b}{c,d}…` multiplies the words. */
const MOST_WORDS = 64;
const LONGEST = 1_024;

/**
 * Expands a word as bash does: its braces, and the variables whose values the line gives. What only running the line
 * would show stays as it is written.
 */
export function expandWord({ value, parts }: Word, variables: Variables): string[] {
  if (!parts?.some((part) => isExpanded(part, variables))) return [value];
  const [only] = parts;
  if (parts.length === 1 && only) {
    const split = valueOf(only, variables)?.split(/\s+/).filter(Boolean);
    if (split) return split.slice(0, MOST_WORDS);
  }
  return combine(parts.map((part) => choicesOf(part, variables))) ?? [value];
}

/** Expands a word to a single text, with the first of each brace; undefined if only running the line would show it. */
export function expandToText(word: Word, variables: Variables): string | undefined {
  const text = word.parts
    ? combine(word.parts.map((part) => choicesOf(part, variables).slice(0, 1)))?.[0]
    : word.value;
  return text === undefined || /[$`]/.test(text) ? undefined : text;
}

function isExpanded(part: WordPart, variables: Variables): boolean {
  if (part.type === "BraceExpansion") return true;
  if (part.type === "DoubleQuoted") return part.parts.some((inner) => isExpanded(inner, variables));
  return valueOf(part, variables) !== undefined;
}

function choicesOf(part: WordPart, variables: Variables): string[] {
  if (part.type === "BraceExpansion") return alternatives(part.text);
  if (part.type === "DoubleQuoted")
    return [part.parts.map((inner) => choicesOf(inner, variables)[0] ?? "").join("")];
  return [valueOf(part, variables) ?? ("value" in part ? part.value : part.text)];
}

/** The value of `$name` and `${name}`, but not of `${name:-…}` and the like. */
function valueOf(part: WordPart, variables: Variables): string | undefined {
  if (part.type !== "SimpleExpansion" && part.type !== "ParameterExpansion") return undefined;
  const name = /^\$(?:\{(\w+)\}|(\w+))$/.exec(part.text);
  return variables.get(name?.[1] ?? name?.[2] ?? "");
}

/** The alternatives of `{a,b}` and `{1..3}`. Nested braces stay as they are. */
function alternatives(text: string): string[] {
  const inner = text.slice(1, -1);
  const [, from, to] = /^(\d{1,6})\.\.(\d{1,6})$/.exec(inner) ?? [];
  if (from !== undefined && to !== undefined) return range(Number(from), Number(to));
  return /[{}$`'"\\]/.test(inner) || !inner.includes(",") ? [text] : inner.split(",").slice(0, MOST_WORDS);
}

function range(from: number, to: number): string[] {
  const step = from <= to ? 1 : -1;
  const length = Math.min(Math.abs(to - from) + 1, MOST_WORDS);
  return Array.from({ length }, (_, i) => String(from + i * step));
}

/** All combinations of one choice from each list; undefined if they are too many or too long. */
function combine(choices: readonly string[][]): string[] | undefined {
  let words = [""];
  for (const next of choices) {
    if (words.length * next.length > MOST_WORDS) return undefined;
    words = words.flatMap((word) => next.map((each) => word + each));
    if (words.some((word) => word.length > LONGEST)) return undefined;
  }
  return words;
}

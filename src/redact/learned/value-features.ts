import { isPassphrase } from "../values/compound-password.ts";
import { isPasswordLike } from "../values/password-shape.ts";
import { isRandom, isWordy } from "../values/randomness.ts";
import type { FeatureList } from "./buckets.ts";

const LENGTHS = [4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 128];
const MOST_WORDS = 5;
const LONGEST_SHAPE = 16;

/** Adds features that do not depend on context: a value's length, kinds of characters, marks, words and shape. */
export function addValueFeatures(value: string, list: FeatureList): void {
  const length = LENGTHS.filter((limit) => value.length > limit).length;
  const shape = shapeOf(value);
  const kinds = "Aa0u !"
    .split("")
    .filter((kind) => shape.kinds.includes(kind))
    .join("");
  list.cross(1, `${length}`);
  list.add(2, shape.text.slice(0, 8));
  list.add(3, `${kinds} ${length}`);
  list.add(4, `${Math.min(shape.text.length, 12)} ${kinds}`);
  list.add(5, shape.kinds.charAt(0) + shape.kinds.charAt(shape.kinds.length - 1));
  for (const mark of shape.marks) list.add(6, mark);
  for (const [number, holds] of FACTS.entries())
    if (holds(value)) list.add(7, String.fromCharCode(97 + number));
  const words = wordsOf(value);
  list.add(8, `${Math.min(words.length, 6)} ${value.includes(" ")}`);
  for (const word of words.slice(0, MOST_WORDS)) if (word.length > 1) list.add(9, word);
  list.add(10, words[0] ?? "");
  list.add(11, words.at(-1) ?? "");
}

const FACTS: readonly ((value: string) => boolean)[] = [
  isWordy,
  isRandom,
  isPasswordLike,
  isPassphrase,
  (value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  (value) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value),
  (value) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(value),
  (value) => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(value),
  (value) => /[A-Za-z_]\.[A-Za-z_]/.test(value),
  (value) => /^[\w-]+(?:\.[a-z][\w-]*)+(?::\d+)?$/.test(value),
  (value) => /\.[a-z]{1,5}\d?$/.test(value),
  (value) => /^v?\d+\.\d+/.test(value),
  (value) => /^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(value),
  (value) => /^[\w.-]+=./.test(value),
  (value) => /[A-Za-z][_@#!.-]?(?:19|20)?\d\d[!?.*]?$/.test(value),
  (value) => /[A-Za-z\d][!?*#$%]$/.test(value),
  (value) => /[a-z][013457@$][a-z]/i.test(value),
  (value) => /[A-Za-z\d][!@#$%^&*~+=?]+[A-Za-z\d]/.test(value),
  (value) => /\b(?:the|is|are|must|not|for|and|should|your|with|from|this|that|be)\b/i.test(value),
  (value) => /["'`]/.test(value),
];

interface Shape {
  /** `A`, `a`, `0`, `u` for a letter of another script, or the mark itself; each run counts once. */
  text: string;
  /** The same, with `!` for every mark. */
  kinds: string;
  marks: ReadonlySet<string>;
}

function shapeOf(value: string): Shape {
  let text = "";
  let kinds = "";
  const marks = new Set<string>();
  for (let i = 0; i < value.length && text.length < LONGEST_SHAPE; i++) {
    const kind = kindOf(value.charCodeAt(i));
    const char = kind === "!" ? value.charAt(i) : kind;
    if (kind === "!" || kind === " ") marks.add(char);
    if (text.endsWith(char)) continue;
    text += char;
    kinds += kind;
  }
  return { text, kinds, marks };
}

function kindOf(code: number): string {
  if (code >= 97 && code <= 122) return "a";
  if (code >= 65 && code <= 90) return "A";
  if (code >= 48 && code <= 57) return "0";
  if (code === 32) return " ";
  return code < 128 ? "!" : "u";
}

/** The words of a name or a sentence, in lower case. */
export function wordsOf(value: string): string[] {
  return (
    value
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  );
}

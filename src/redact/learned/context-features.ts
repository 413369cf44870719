import type { SecretNameKind } from "../names/secret-name.ts";
import type { Span } from "../span.ts";
import type { FeatureList } from "./buckets.ts";
import type { Cue, NearCues } from "./cues.ts";
import type { LineAround } from "./line-around.ts";
import type { KindOf } from "./table-column.ts";
import { wordsOf } from "./value-features.ts";

export interface ValueContext {
  text: string;
  span: Span;
  line: LineAround;
  /** What the header of its column says. */
  column: SecretNameKind | "none" | undefined;
  near: NearCues;
  /** The number of its line. */
  row: number;
  kindOf: KindOf;
}

// What connects a value to the text before it.
const OPERATOR =
  /(?:["'`\]})]{0,2}[ \t]{0,8}(?:[:=]{1,3}|=>|->|[|,;(>?]|\|\|)[ \t]{0,8}[[({]?["'`]?|[ \t]{1,8}["'`([{]?|["'`([{])$/;
const NAME = /[\p{L}\p{M}\d_.$-]{1,48}$/u;
const PIECES = /[\p{L}\p{M}]+|[^\s\p{L}\p{M}]+/gu;
const WORDS_BEFORE = 4;
const WORDS_AFTER = 3;
const NEIGHBORS = 48;

/** Adds features of a value's context: nearby signs, names and words, its line, its table, and the cues near it. */
export function addContextFeatures(context: ValueContext, list: FeatureList): void {
  const { text, span, column, near } = context;
  const { left, right, from } = context.line;
  list.add(20, left.slice(-2));
  list.cross(21, left.slice(-1));
  list.add(22, right.slice(0, 2));
  list.cross(23, right.slice(0, 1));
  list.cross(24, `${left.slice(-1)} ${right.slice(0, 1)}`);
  addName(left, context.kindOf, list);
  addNeighbors(left, right, list);
  const isAlone = `${left.trim() === ""} ${right.trim() === ""}`;
  list.cross(34, isAlone);
  list.cross(35, describeLine(left, right));
  list.add(36, left.trimStart().slice(0, 2));
  if (from > 0 && left.trim() === "") addLineAbove(text.slice(Math.max(0, from - 120), from - 1), list);
  list.cross(39, column ?? "");
  const { before, after } = near;
  if (before) addCue(40, before, gapOf(context, before.end, span.start, context.row - before.line), list);
  else list.cross(40, "");
  if (after) addCue(50, after, gapOf(context, span.end, after.start, after.line - context.row), list);
  else list.cross(50, "");
}

function addName(left: string, kindOf: KindOf, list: FeatureList): void {
  const sign = OPERATOR.exec(left.slice(-24))?.[0] ?? "";
  const operator = sign.replace(/[ \t]+/g, " ");
  const name = NAME.exec(left.slice(0, left.length - sign.length).slice(-NEIGHBORS))?.[0] ?? "";
  const kind = name === "" ? "" : (kindOf(name) ?? "none");
  const words = wordsOf(name);
  list.cross(25, operator);
  list.cross(26, `${kind} ${operator}`);
  list.cross(27, kind);
  list.cross(28, words.at(-1) ?? "");
  list.add(29, words.slice(-2).join(" "));
}

function addNeighbors(left: string, right: string, list: FeatureList): void {
  const before = left.slice(-NEIGHBORS).toLowerCase().match(PIECES) ?? [];
  for (let i = 1; i <= WORDS_BEFORE; i++) {
    const word = before[before.length - i] ?? "";
    list.add(30, word);
    if (i < 3) list.cross(30 + i, word);
  }
  const after = right.slice(0, NEIGHBORS).toLowerCase().match(PIECES) ?? [];
  for (const [i, word] of after.slice(0, WORDS_AFTER).entries()) list.add(i === 0 ? 33 : 19, word);
}

/** Summarizes whether a line is code, a sentence or a command: its marks, its words, and how it begins. */
function describeLine(left: string, right: string): string {
  const line = left + right;
  const marks = line.match(/[(){};[\]]|=>|==/g)?.length ?? 0;
  const words = line.match(/(?<![\w-])\p{L}{2,24}[ ,.]/gu)?.length ?? 0;
  const first = /^[ \t]*([$#>*|+-]|\/\/)?/.exec(left)?.[1] ?? "";
  return `${Math.min(marks, 3)} ${Math.min(Math.floor(words / 2), 3)} ${first}`;
}

function addLineAbove(above: string, list: FeatureList): void {
  const line = above.slice(above.lastIndexOf("\n") + 1).trimEnd();
  list.cross(37, line.slice(-1));
  for (const word of wordsOf(line).slice(-4)) list.cross(38, word);
}

const DISTANCES = [0, 1, 2, 3, 5, 8, 12, 20, 35, 60, 100, 180];
const LONGEST_GAP = 24;

/** The text between a cue and the value. */
interface Gap {
  length: number;
  lines: number;
  /** Its beginning, in lower case. */
  text: string;
}

function gapOf({ text }: ValueContext, from: number, to: number, lines: number): Gap {
  return {
    length: to - from,
    lines: Math.min(lines, 4),
    text: text.slice(from, Math.min(to, from + 2 * LONGEST_GAP)).toLowerCase(),
  };
}

function addCue(template: number, { group, word }: Cue, gap: Gap, list: FeatureList): void {
  const { lines } = gap;
  const distance = DISTANCES.filter((limit) => gap.length > limit).length;
  list.cross(template + 1, `${group} ${lines} ${distance}`);
  list.cross(template + 2, `${group} ${lines}`);
  list.cross(template + 3, `${word} ${lines}`);
  if (gap.length <= LONGEST_GAP) list.add(template + 4, gap.text.replace(/\s+/g, " "));
  const marks = gap.text.replace(/[\p{L}\p{M}\d\s]+/gu, "").slice(0, 5);
  list.cross(template + 5, `${group} ${marks} ${lines}`);
  if (lines === 0 && distance < 7)
    for (const piece of gap.text.match(PIECES)?.slice(0, 6) ?? []) list.add(template + 6, piece);
  if (/[.;?!]\s/.test(gap.text)) list.add(template + 7, "");
}

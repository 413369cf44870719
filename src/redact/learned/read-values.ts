import { classifyName } from "../names/classify-name.ts";
import type { SecretNameKind } from "../names/secret-name.ts";
import { createCoverage, type Span } from "../span.ts";
import { isInBase64Block } from "../tokens/base64-block.ts";
import { createFeatureList } from "./buckets.ts";
import { visitCandidates } from "./candidates.ts";
import { addContextFeatures, type ValueContext } from "./context-features.ts";
import { cueFinder, findCues, type NearCues } from "./cues.ts";
import { glanceAt } from "./glance.ts";
import { lineAround } from "./line-around.ts";
import { numberLines } from "./number-lines.ts";
import { columnKind, type KindOf } from "./table-column.ts";
import { classOf, NO_SECRET, ORDINARY, type ValueClass } from "./value-class.ts";
import { addValueFeatures } from "./value-features.ts";

/** A value that may be a secret, and the buckets of its features. */
export interface ReadValue extends Span {
  buckets: Uint16Array;
  /** The buckets of the glance, if the reader asks to keep them. */
  glance: readonly number[];
}

/** What `readValues` calls while it reads. */
export interface Reader {
  /** Throws when the time limit has passed. */
  checkTime(): void;
  /** Whether a value is worth a closer look, by the buckets of `glanceAt`. */
  isPromising(glance: Uint16Array): boolean;
  keepsGlances?: boolean;
}

const REACH_BEFORE = 240;
const REACH_IN_TABLE = 800;
const REACH_AFTER = 80;
const MOST_LINES = 3;
const BLOCK_LINE = 40;

/** Reads the values near a cue except those inside a span that a rule found (`ruled`). Whole spans skip the glance. */
export function readValues(text: string, ruled: readonly Span[], reader: Reader): ReadValue[] {
  const lineOf = numberLines(text);
  const cues = findCues(text, lineOf);
  if (cues.length === 0) return [];
  const kindOf = memoizeKinds();
  const rulingOf = rulings(ruled, text.length);
  const nearest = cueFinder(cues);
  const read: ReadValue[] = [];
  const seen = new Set<number>();
  let count = 0;
  visitCandidates(text, (start, end) => {
    if ((++count & 511) === 0) reader.checkTime();
    const row = lineOf(start);
    const span = { start, end };
    const near = nearest(start, end);
    const reach = reachOf(span, near, row);
    if (reach === "none") return;
    const ruling = rulingOf(span);
    if (ruling === "part") return;
    const glance = glanceAt({ text, span, near, row });
    if ((ruling === "free" && !reader.isPromising(glance)) || seen.has(keyOf(start, end))) return;
    seen.add(keyOf(start, end));
    const buckets = bucketsOf({ text, kindOf, row, span, near, reach });
    if (buckets !== undefined)
      read.push({ start, end, buckets, glance: reader.keepsGlances ? [...glance] : [] });
  });
  return read;
}

type ValueInput = Pick<ValueContext, "text" | "row" | "kindOf" | "span" | "near"> & {
  reach: "near" | "table";
};

/** Undefined if the value cannot be a secret in its context. */
function bucketsOf(reading: ValueInput): Uint16Array | undefined {
  const { text, span, reach, kindOf } = reading;
  // Most candidates are plain words, so discard these before the expensive checks.
  if (isPlainWord(text, span) && !isMarkedAsValue(reading)) return undefined;
  const value = text.slice(span.start, span.end);
  const { name, number } = classOf(value);
  if (!isPossible(name, reading)) return undefined;
  const line = lineAround(text, span);
  const column = columnKind(text, line, kindOf);
  if (reach === "table" && column !== "password") return undefined;
  const list = createFeatureList(number);
  addValueFeatures(value, list);
  addContextFeatures({ ...reading, line, column }, list);
  return list.buckets();
}

function isPossible(valueClass: ValueClass, reading: ValueInput): boolean {
  const { text, span } = reading;
  if (NO_SECRET.has(valueClass)) return false;
  if (ORDINARY.has(valueClass) && !isMarkedAsValue(reading)) return false;
  // Hex is a hash unless its line says otherwise. Long base64 may be part of a certificate or an image.
  if (valueClass === "hex" && !isInLine(reading)) return false;
  return span.end - span.start < BLOCK_LINE || !isInBase64Block(text, span);
}

/** Names repeat, so each is classified once per text. */
function memoizeKinds(): KindOf {
  const known = new Map<string, SecretNameKind | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const kind = classifyName(name);
    known.set(name, kind);
    return kind;
  };
}

function isInLine({ near: { before, after }, row }: ValueInput): boolean {
  return before?.line === row || after?.line === row;
}

/** A cue is near on the same line or a few lines above. Farther above, it only counts as the header of a table. */
function reachOf({ start, end }: Span, { before, after }: NearCues, row: number): "near" | "table" | "none" {
  if (after && after.start - end <= REACH_AFTER && after.line === row) return "near";
  if (!before || start - before.end > REACH_IN_TABLE) return "none";
  const isNear = start - before.end <= REACH_BEFORE && row - before.line <= MOST_LINES;
  return isNear ? "near" : "table";
}

function isPlainWord(text: string, { start, end }: Span): boolean {
  for (let at = start; at < end; at++) {
    const letter = text.charCodeAt(at) | 32;
    if (letter < 97 || letter > 122) return false;
  }
  return true;
}

/** After a sign, in quotes, or right after a cue, even ordinary words are examined. */
function isMarkedAsValue({ text, span: { start }, near: { before } }: ValueInput): boolean {
  if (before !== undefined && start - before.end <= 12) return true;
  return /[:=>|,;/("'`«“「*][ \t]{0,2}$/.test(text.slice(Math.max(0, start - 4), start));
}

/** Relates a value to the spans that rules found: outside of all, a whole one, or only part of one. */
function rulings(ruled: readonly Span[], length: number): (span: Span) => "free" | "whole" | "part" {
  const coverage = createCoverage(length, ruled);
  const whole = new Set(
    ruled.flatMap(({ start, end }) => [
      keyOf(start, end),
      keyOf(start, end - 1),
      keyOf(start + 1, end),
      keyOf(start + 1, end - 1),
      keyOf(start, end + 1),
    ]),
  );
  return (span) => {
    if (!coverage.touches(span)) return "free";
    return whole.has(keyOf(span.start, span.end)) ? "whole" : "part";
  };
}

function keyOf(start: number, end: number): number {
  return start * 2 ** 26 + end;
}

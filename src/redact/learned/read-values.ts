import { classifyName } from "../names/classify-name.ts";
import type { SecretNameKind } from "../names/secret-name.ts";
import { createCoverage, type Span } from "../span.ts";
import { isInBase64Block } from "../tokens/base64-block.ts";
import { createFeatureList } from "./buckets.ts";
import { findCandidates } from "./candidates.ts";
import { findCues, type NearCues, nearestCues } from "./cues.ts";
import { lineAround } from "./line-around.ts";
import { findLineEnds, type LineEnds } from "./line-ends.ts";
import { addPlaceFeatures, type Place } from "./place-features.ts";
import { columnKind, type KindOf } from "./table-column.ts";
import { classOf, NO_SECRET, ORDINARY, type ValueClass } from "./value-class.ts";
import { addValueFeatures } from "./value-features.ts";

/** A value that may be a secret, and the buckets of its features. */
export interface ReadValue extends Span {
  buckets: readonly number[];
}

const REACH_BEFORE = 240;
const REACH_IN_TABLE = 800;
const REACH_BEHIND = 80;
const MOST_LINES = 3;
const BLOCK_LINE = 40;

/** The values near a cue, but for those inside of what rules found (`ruled`). `isLate` throws when the time is over. */
export function readValues(text: string, ruled: readonly Span[], isLate: () => void): ReadValue[] {
  const cues = findCues(text);
  if (cues.length === 0) return [];
  const reading = { text, ends: findLineEnds(text), kindOf: rememberKinds() };
  const isRuled = liesIn(ruled, text.length);
  const read: ReadValue[] = [];
  for (const [count, span] of findCandidates(text).entries()) {
    if ((count & 63) === 0) isLate();
    const near = nearestCues(cues, span);
    const reach = reachOf(span, near, reading.ends);
    if (reach === "none" || isRuled(span)) continue;
    const buckets = bucketsOf({ ...reading, span, near, reach });
    if (buckets !== undefined) read.push({ ...span, buckets });
  }
  return read;
}

type Reading = Pick<Place, "text" | "ends" | "kindOf" | "span" | "near"> & { reach: "near" | "table" };

/** Undefined for what cannot be a secret where it stands. */
function bucketsOf(reading: Reading): number[] | undefined {
  const { text, span, reach, kindOf } = reading;
  // Most are plain words: told from the others before anything is looked at closely.
  if (isPlainWord(text, span) && !isMarkedAsValue(reading)) return undefined;
  const value = text.slice(span.start, span.end);
  const { name, number } = classOf(value);
  if (!isPossible(name, reading)) return undefined;
  const line = lineAround(text, span);
  const column = columnKind(text, line, kindOf);
  if (reach === "table" && column !== "password") return undefined;
  const list = createFeatureList(number);
  addValueFeatures(value, list);
  addPlaceFeatures({ ...reading, line, column }, list);
  return list.buckets;
}

function isPossible(valueClass: ValueClass, reading: Reading): boolean {
  const { text, span } = reading;
  if (NO_SECRET.has(valueClass)) return false;
  if (ORDINARY.has(valueClass) && !isMarkedAsValue(reading)) return false;
  // A hash, unless its line says otherwise; a part of a certificate or an image.
  if (valueClass === "hex" && !isInLine(reading)) return false;
  return span.end - span.start < BLOCK_LINE || !isInBase64Block(text, span);
}

/** Names come again and again: each is judged once a text. */
function rememberKinds(): KindOf {
  const known = new Map<string, SecretNameKind | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const kind = classifyName(name);
    known.set(name, kind);
    return kind;
  };
}

function isInLine({ span: { start, end }, near: { before, after }, ends }: Reading): boolean {
  if (before && ends.between(before.end, start) === 0) return true;
  return after !== undefined && ends.between(end, after.start) === 0;
}

/** A cue in the same line or in one of those above; farther above only the head of a table counts. */
function reachOf(
  { start, end }: Span,
  { before, after }: NearCues,
  ends: LineEnds,
): "near" | "table" | "none" {
  if (after && after.start - end <= REACH_BEHIND && ends.between(end, after.start) === 0) return "near";
  if (!before || start - before.end > REACH_IN_TABLE) return "none";
  const isNear = start - before.end <= REACH_BEFORE && ends.between(before.end, start) <= MOST_LINES;
  return isNear ? "near" : "table";
}

function isPlainWord(text: string, { start, end }: Span): boolean {
  for (let at = start; at < end; at++) {
    const letter = text.charCodeAt(at) | 32;
    if (letter < 97 || letter > 122) return false;
  }
  return true;
}

/** Behind a sign, in quotes, or right behind a cue: there ordinary words are looked at too. */
function isMarkedAsValue({ text, span: { start }, near: { before } }: Reading): boolean {
  if (before !== undefined && start - before.end <= 12) return true;
  return /[:=>|,;/("'`«“「*][ \t]{0,2}$/.test(text.slice(Math.max(0, start - 4), start));
}

/** A value in what rules found is of no interest, unless it is all of it. */
function liesIn(ruled: readonly Span[], length: number): (span: Span) => boolean {
  const coverage = createCoverage(length, ruled);
  const whole = new Set(
    ruled.flatMap(({ start, end }) => [
      key(start, end),
      key(start, end - 1),
      key(start + 1, end),
      key(start + 1, end - 1),
      key(start, end + 1),
    ]),
  );
  return (span) => coverage.touches(span) && !whole.has(key(span.start, span.end));
  function key(start: number, end: number): number {
    return start * 2 ** 26 + end;
  }
}

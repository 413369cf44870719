import type { Span } from "../span.ts";
import type { Cue, NearCues } from "./cues.ts";

/** The number of weights of a glance. A power of two. */
export const GLANCE_BUCKETS = 1 << 12;
const FEATURES = 17;
/** Only this much of a long value is examined. */
const SEEN = 64;

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const MARK = 8;
const OTHER = 16;
const SPACE = 32;
/** An equals sign inside, or only hexadecimal digits: two frequent kinds of values that are not secrets. */
const ASSIGNS = 64;
const HEX = 128;
const KINDS = 256;
const EQUALS_SIGN = 61;

const GROUPS = { password: 1, token: 2, login: 3, command: 4 } as const;

/** The context of a value that a glance uses. */
export interface GlanceContext {
  text: string;
  span: Span;
  near: NearCues;
  /** The line of the value. */
  row: number;
}

/**
 * A few cheap features, because most values are clearly not secrets and long texts contain tens of thousands. The
 * buckets are valid until the next call.
 */
export function glanceAt({
  text,
  span: { start, end },
  near: { before, after },
  row,
}: GlanceContext): Uint16Array {
  const { kinds, order, last } = lookAt(text, start, end);
  const length = sizeOf(end - start);
  const [left, right] = [characterAt(text, start - 1), characterAt(text, end)];
  const ends = kindOf(text.charCodeAt(start)) * 64 + last;
  const cueBefore = before ? describe(before, start - before.end, row - before.line) : 0;
  const cueAfter = after ? describe(after, after.start - end, after.line - row) : 0;
  const isInLine = before !== undefined && row === before.line;
  set(1, kinds * 16 + length);
  set(2, kinds * 8 + order);
  set(3, ends * 16 + length);
  set(4, left * 128 + right);
  set(5, left * KINDS + kinds);
  set(6, left * 128 + characterAt(text, start - 2));
  set(7, cueBefore);
  set(8, cueBefore * KINDS + kinds);
  set(9, cueAfter);
  set(10, cueAfter * KINDS + kinds);
  set(11, (cueBefore * 128 + left) * 8 + order);
  set(12, before ? before.id * 2 + (isInLine ? 1 : 0) : 0);
  set(13, (right * KINDS + kinds) * 8 + order);
  set(14, (after?.line === row ? after.id : 0) * KINDS + kinds);
  set(15, (isInLine ? before.id : 0) * KINDS + kinds);
  set(16, (cueBefore * KINDS + kinds) * 16 + length);
  return buckets;
}

/** The kinds of characters in a value, how often they change, and the last kind. */
function lookAt(text: string, start: number, end: number): typeof look {
  let kinds = 0;
  let changes = 0;
  let last = 0;
  let isHex = true;
  const to = Math.min(end, start + SEEN);
  for (let at = start; at < to; at++) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    if (kind !== last) changes++;
    if (code === EQUALS_SIGN && at > start && at < end - 1) kinds |= ASSIGNS;
    if (kind !== DIGIT && !(code >= 97 && code <= 102)) isHex = false;
    kinds |= kind;
    last = kind;
  }
  look.kinds = isHex ? kinds | HEX : kinds;
  look.order = Math.min(changes, 7);
  look.last = last;
  return look;
}

/** Outside of the text it is 0; other characters share the numbers of ASCII. */
function characterAt(text: string, at: number): number {
  return text.charCodeAt(at) & 127;
}

// Reused, because a long text has tens of thousands of glances.
const buckets = new Uint16Array(FEATURES);
const look = { kinds: 0, order: 0, last: 0 };

function set(feature: number, value: number): void {
  buckets[feature] = bucketOf(feature, value);
}

function describe(cue: Cue, gap: number, lines: number): number {
  return (GROUPS[cue.group] * 8 + Math.min(lines, 4)) * 16 + sizeOf(gap);
}

/** A length on a scale whose steps widen. */
function sizeOf(length: number): number {
  if (length < 9) return length;
  return Math.min(15, 5 + Math.floor(Math.log2(length)));
}

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 32) return SPACE;
  return code < 128 ? MARK : OTHER;
}

function bucketOf(template: number, value: number): number {
  const mixed = Math.imul(value ^ Math.imul(template, 0x9e3779b1), 0x85ebca6b);
  return 1 + (((mixed ^ (mixed >>> 15)) >>> 0) % (GLANCE_BUCKETS - 1));
}

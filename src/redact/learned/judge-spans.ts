import { createCoverage, type Span } from "../span.ts";
import { isProperty } from "../values/compound-password.ts";
import { isKeyLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { isRandom, isWordy } from "../values/randomness.ts";
import { isPromising, loadWeights } from "./load-weights.ts";
import { readValues } from "./read-values.ts";

/** What the rules found: `firm` by the format of a published token or key, `weak` only by the context. */
export interface Found {
  firm: readonly Span[];
  weak: readonly Span[];
}

/** A value with at least this score is a secret although no rule found it. */
const SECRET = 0.8;
/** A value below this score is not a secret although a rule found it. Low, because rules are mostly right. */
const NO_SECRET = 0.03;
/** The spans of a rule and of the model may differ by a quote or a period. */
const TOLERANCE = 1;

/** The model was trained on the secret half alone, so it cannot judge the whole. */
const USER_AND_SECRET = /^[\w.@+-]{1,64}:[^\s:]{4,128}$/;

interface ScoredValue extends Span {
  probability: number;
}

/**
 * Corrects what the rules found with a linear model of a value and its context. The model adds values that no rule
 * finds, and rejects what a rule accepted only by context. `docs/redact-secrets.md` has its scores.
 */
export function judgeSpans(text: string, { firm, weak }: Found, checkTime: () => void): Span[] {
  const scored = readValues(text, [...firm, ...weak], { checkTime, isPromising }).map(toScoredValue);
  const sure = createCoverage(text.length, firm);
  const byStart = new Map<number, ScoredValue[]>();
  for (const value of scored) byStart.set(value.start, [...(byStart.get(value.start) ?? []), value]);
  const kept = weak.filter(
    (span) =>
      sure.touches(span) || isGenerated(text.slice(span.start, span.end)) || !isRejected(text, span, byStart),
  );
  const best = scored
    .filter(({ start, end, probability }) => probability >= SECRET && !isOrdinary(text, { start, end }))
    .sort((a, b) => b.probability - a.probability || b.end - b.start - (a.end - a.start));
  const chosen: Span[] = [...firm, ...kept];
  const covered = createCoverage(text.length, chosen);
  for (const value of best) {
    if (covered.touches(value)) continue;
    chosen.push(value);
    covered.add(value);
  }
  return chosen;
}

function isOrdinary(text: string, { start, end }: Span): boolean {
  const value = text.slice(start, end);
  if (isProperty(value) || isPlaceholder(value)) return true;
  return TEST_PASSED.test(text.slice(Math.max(0, start - 12), start)) && /^[A-Za-z][\w./#-]*$/.test(value);
}

/** How test runners begin the line of a test, before its name. */
const TEST_PASSED = /(?:^|\s)PASS:?[ \t]{1,4}$/;

/** Only the context shows whether a generated value is a secret or an id, so the rules decide. */
function isGenerated(value: string): boolean {
  return value.length >= 20 && (isKeyLike(value) || (/\d/.test(value) && isRandom(value) && !isWordy(value)));
}

function isRejected(text: string, span: Span, byStart: ReadonlyMap<number, readonly ScoredValue[]>): boolean {
  if (USER_AND_SECRET.test(text.slice(span.start, span.end))) return false;
  const starts = [span.start - TOLERANCE, span.start, span.start + TOLERANCE];
  const same = starts
    .flatMap((start) => byStart.get(start) ?? [])
    .filter(({ end }) => Math.abs(end - span.end) <= TOLERANCE);
  return same.length > 0 && same.every(({ probability }) => probability < NO_SECRET);
}

function toScoredValue({ start, end, buckets }: ReturnType<typeof readValues>[number]): ScoredValue {
  const { steps, scale } = loadWeights();
  let sum = 0;
  for (const bucket of buckets) sum += steps[bucket] ?? 0;
  return { start, end, probability: 1 / (1 + Math.exp(-sum * scale)) };
}

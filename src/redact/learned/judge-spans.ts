import { createCoverage, type Span } from "../span.ts";
import { isProperty } from "../values/compound-password.ts";
import { isKeyLike } from "../values/password-shape.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { isRandom, isWordy } from "../values/randomness.ts";
import { isPromising, loadWeights } from "./load-weights.ts";
import { readValues } from "./read-values.ts";

/** What the rules found. `firm` ones have the form of a published token or of a key; of the others only the place speaks. */
export interface Found {
  firm: readonly Span[];
  weak: readonly Span[];
}

/** From this score on a value is a secret although no rule found it. */
const SECRET = 0.8;
/** Up to this score it is none although a rule found it. Much lower: what rules find is mostly right. */
const NO_SECRET = 0.03;
/** The rules and the model may differ about a quote or a full stop. */
const SAME = 1;

/** The model learned that a secret is the half of it, so it has no opinion on the whole. */
const USER_AND_SECRET = /^[\w.@+-]{1,64}:[^\s:]{4,128}$/;

interface Weighed extends Span {
  probability: number;
}

/**
 * What the rules found, corrected by a linear model that weighs the look of a value and of its place: it adds values that no
 * rule reaches, and takes back what a rule took for a secret only because of its place. `docs/redact-secrets.md` has its scores.
 */
export function judgeSpans(text: string, { firm, weak }: Found, checkTime: () => void): Span[] {
  const weighed = readValues(text, [...firm, ...weak], { checkTime, isPromising }).map(weigh);
  const sure = createCoverage(text.length, firm);
  const byStart = new Map<number, Weighed[]>();
  for (const value of weighed) byStart.set(value.start, [...(byStart.get(value.start) ?? []), value]);
  const kept = weak.filter(
    (span) =>
      sure.touches(span) ||
      isGenerated(text.slice(span.start, span.end)) ||
      !isTakenBack(text, span, byStart),
  );
  const best = weighed
    .filter(({ start, end, probability }) => probability >= SECRET && !isSomethingElse(text, { start, end }))
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

function isSomethingElse(text: string, { start, end }: Span): boolean {
  const value = text.slice(start, end);
  if (isProperty(value) || isPlaceholder(value)) return true;
  return TEST_PASSED.test(text.slice(Math.max(0, start - 12), start)) && /^[A-Za-z][\w./#-]*$/.test(value);
}

/** How runners begin the line of a test, before its name. */
const TEST_PASSED = /(?:^|\s)PASS:?[ \t]{1,4}$/;

/** A generated value is a secret or an id, which only its context shows: the rules decide. */
function isGenerated(value: string): boolean {
  return value.length >= 20 && (isKeyLike(value) || (/\d/.test(value) && isRandom(value) && !isWordy(value)));
}

function isTakenBack(text: string, span: Span, byStart: ReadonlyMap<number, readonly Weighed[]>): boolean {
  if (USER_AND_SECRET.test(text.slice(span.start, span.end))) return false;
  const starts = [span.start - SAME, span.start, span.start + SAME];
  const same = starts
    .flatMap((start) => byStart.get(start) ?? [])
    .filter(({ end }) => Math.abs(end - span.end) <= SAME);
  return same.length > 0 && same.every(({ probability }) => probability < NO_SECRET);
}

function weigh({ start, end, buckets }: ReturnType<typeof readValues>[number]): Weighed {
  const { steps, scale } = loadWeights();
  let sum = 0;
  for (const bucket of buckets) sum += steps[bucket] ?? 0;
  return { start, end, probability: 1 / (1 + Math.exp(-sum * scale)) };
}

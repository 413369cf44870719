import { findAssignment, NAME_KEYWORDS } from "./assignments.ts";
import { createKeywordIndex, type KeywordIndex } from "./keyword-index.ts";
import { plainView } from "./plain-view.ts";
import { findPrivateKey } from "./private-keys.ts";
import { isStandIn } from "./secret-value.ts";
import { mergeSpans, type Span } from "./span.ts";
import { findUrlCredentials } from "./url-credentials.ts";
import { TOKEN_SHAPES } from "./vendor-tokens.ts";

/** Finds the secrets of a text; throws when the time is over. */
export type SecretFinder = (text: string, deadline: number) => Span[];

/** What a keyword starts: given the text, its place and the end of what the same detector has read already. */
type Detector = (text: string, at: number, from: number) => { spans: Span[]; readTo: number };

interface Trigger {
  detector: number;
  keyword: string;
}

/** Builds the finder; `now` is a monotonic clock in milliseconds. */
export function createSecretFinder(now: () => number): SecretFinder {
  const detectors: Detector[] = [detectAssignment, detectPrivateKey, detectUrl];
  const triggers: Trigger[] = [
    ...NAME_KEYWORDS.map((keyword) => ({ detector: 0, keyword })),
    { detector: 1, keyword: "-----begin " },
    { detector: 2, keyword: "://" },
  ];
  for (const [keyword, pattern] of TOKEN_SHAPES) {
    triggers.push({ detector: detectors.length, keyword });
    detectors.push(tokenDetector(keyword, pattern));
  }
  const index = createKeywordIndex(triggers.map((trigger) => trigger.keyword));
  return (original, deadline) => {
    const view = plainView(original);
    const spans = scan(view.text, { index, triggers, detectors, deadline, now });
    return mergeSpans(spans.map((span) => view.toOriginal(span.start, span.end)));
  };
}

interface Scanner {
  index: KeywordIndex;
  triggers: readonly Trigger[];
  detectors: readonly Detector[];
  deadline: number;
  now: () => number;
}

function scan(text: string, scanner: Scanner): Span[] {
  const spans: Span[] = [];
  const readTo = scanner.detectors.map(() => 0);
  let hits = 0;
  scanner.index.scan(text, (keyword, at) => {
    if ((++hits & 63) === 0 && scanner.now() > scanner.deadline) throw new RangeError("Out of time.");
    const id = scanner.triggers[keyword]?.detector ?? 0;
    const from = readTo[id] ?? 0;
    const found = at < from ? undefined : scanner.detectors[id]?.(text, at, from);
    if (found === undefined) return;
    spans.push(...found.spans);
    readTo[id] = found.readTo;
  });
  return spans;
}

function detectAssignment(text: string, at: number, from: number): { spans: Span[]; readTo: number } {
  const { span, nameEnd } = findAssignment(text, at, from);
  return { spans: span === undefined ? [] : [span], readTo: nameEnd };
}

function detectPrivateKey(text: string, at: number): { spans: Span[]; readTo: number } {
  const span = findPrivateKey(text, at);
  return { spans: span === undefined ? [] : [span], readTo: span?.end ?? at + 1 };
}

function detectUrl(text: string, at: number): { spans: Span[]; readTo: number } {
  const span = findUrlCredentials(text, at);
  return { spans: span === undefined ? [] : [span], readTo: at + 3 };
}

function tokenDetector(keyword: string, pattern: string): Detector {
  let compiled: RegExp | undefined;
  const lead = 8;
  return (text, at) => {
    compiled ??= new RegExp(`(?<![A-Za-z0-9])(?:${pattern})`, "g");
    compiled.lastIndex = Math.max(0, keyword.startsWith("_") ? at - lead : at);
    const match = compiled.exec(text.slice(0, at + 16_384));
    if (match === null || match.index > at || isStandIn(match[0])) return { spans: [], readTo: at + 1 };
    const end = match.index + match[0].length;
    return { spans: [{ start: match.index, end }], readTo: end };
  };
}

import type { Detector } from "../detector.ts";
import type { Span } from "../span.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { entropy, isNameLike } from "../values/randomness.ts";
import data from "./gitleaks-rules.json" with { type: "json" };

interface Pattern {
  pattern: string;
  flags: string;
}

interface GitleaksRule extends Pattern {
  id: string;
  keywords: string[];
  anchored: boolean;
  entropy?: number;
  group?: number;
  allowed?: Pattern[];
  stopwords?: string[];
}

const LEAD = 128;
const WINDOW = 512;
const LONG_WINDOW = 8_192;
const TRIES = 4;
const SHORTEST_SECRET = 8;

/**
 * Detectors for the generated rules (see scripts/generate-secret-rules.mjs); each compiles when first tried. `byForm`
 * finds tokens that begin with a published prefix, `byPlace` any value next to a vendor's name.
 */
export function gitleaksDetectors(): { byForm: Detector[]; byPlace: Detector[] } {
  const rules: GitleaksRule[] = data.rules;
  const allowedEverywhere = lazily(() => data.allowed.map(compile));
  const create = (rule: GitleaksRule) => createRuleDetector(rule, allowedEverywhere);
  return {
    byForm: rules.filter(({ anchored }) => anchored).map(create),
    byPlace: rules.filter(({ anchored }) => !anchored).map(create),
  };
}

function createRuleDetector(rule: GitleaksRule, allowedEverywhere: () => RegExp[]): Detector {
  const pattern = lazily(() => new RegExp(rule.pattern, rule.flags + (rule.anchored ? "y" : "g")));
  const allowed = lazily(() => [...(rule.allowed ?? []).map(compile), ...allowedEverywhere()]);
  const reach = /[1-9]\d{2,}/.test(rule.pattern) ? LONG_WINDOW : WINDOW;
  const accepts = (secret: string): boolean =>
    !isPlaceholder(secret) &&
    !isNameLike(secret) &&
    !/^\w+: ?[a-z]+\/[a-z]+$/.test(secret) &&
    entropy(secret) > (rule.entropy ?? 0) &&
    !allowed().some((exception) => exception.test(secret)) &&
    !(rule.stopwords ?? []).some((word) => secret.toLowerCase().includes(word));
  return {
    keywords: rule.keywords,
    detect(text, at, from) {
      const window = text.slice(0, at + reach);
      // Skip only half of the window, so that a secret across its end is found from the next keyword.
      const nothing = { spans: [], readTo: rule.anchored ? at + 1 : at + reach / 2 };
      const regex = pattern();
      regex.lastIndex = rule.anchored ? at : Math.max(from, at - LEAD);
      for (let tries = 0; tries < TRIES; tries++) {
        const match = regex.exec(window);
        if (match === null) return nothing;
        const span = secretOf(match, rule.group);
        if (accepts(text.slice(span.start, span.end))) return { spans: [span], readTo: span.end };
        if (rule.anchored) return nothing;
      }
      return nothing;
    },
  };
}

/** The secret in a match: the rule's own group, else the first group that is long enough, else the whole match. */
function secretOf(match: RegExpExecArray, group: number | undefined): Span {
  const secret =
    (group === undefined
      ? match.slice(1).find((part) => part && part.length >= SHORTEST_SECRET)
      : match[group]) ?? match[0];
  const start = match.index + match[0].lastIndexOf(secret);
  return { start, end: start + secret.length };
}

function compile(pattern: Pattern): RegExp {
  return new RegExp(pattern.pattern, pattern.flags);
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

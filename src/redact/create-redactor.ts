import { type Clock, processorMs } from "../kernel/clock.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { findKnownValues, findSecretReferences } from "./exact-values.ts";
import { createSecretFinder, type SecretFinder } from "./find-secrets.ts";
import { aroundPlaceholders, findInParts } from "./parts.ts";
import { redactJson } from "./redact-json.ts";
import { maskSpans, mergeSpans, type Span } from "./span.ts";

export interface RedactorOptions {
  /** Redact `$NAME` and `${NAME}` too if the name suggests a secret. */
  envReferences?: boolean;
  /** Values that are always secret, for example those of environment variables. */
  knownValues?: readonly string[];
  /** The clock that limits the time spent on one text. */
  clock?: Clock;
}

/** Replaces a text that could not be searched in time. Nothing of that text is kept. */
export const UNSEARCHED = "[REDACTED: this text could not be searched for secrets]";

/** Processor time, not wall-clock time: a busy machine must not cause a text to be discarded. */
const BUDGET_MS = 200;
const LEAST_BUDGET_MS = 400;
const LARGEST = 32 * 1024 * 1024;
const PASSES = 6;

/**
 * The keyword index is built for the first text, and each rule is compiled when its keyword first occurs. A
 * short-lived process pays only for the rules it needs.
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  let finder: SecretFinder | undefined;
  const { clock = processorMs } = options;
  const text = (input: string): string => {
    try {
      finder ??= withExactValues(createSecretFinder(clock), options);
      return redactText(input, finder, clock);
    } catch {
      // Fail closed: text that could not be searched is neither stored nor served.
      return UNSEARCHED;
    }
  };
  const json = <T extends JsonValue>(input: T): T => redactJson(input, text) as T;
  return { text, lines: (inputs) => redactLines(text, inputs), json };
}

function redactText(input: string, find: SecretFinder, clock: Clock): string {
  if (input.length < 4) return input;
  if (input.length > LARGEST) return UNSEARCHED;
  const budget = Math.max(LEAST_BUDGET_MS, BUDGET_MS * Math.ceil(input.length / (160 * 1024)));
  const deadline = clock() + budget;
  let output = input;
  let parts: readonly Span[] = [{ start: 0, end: input.length }];
  // A placeholder changes its context. Search there again until nothing is found, so that redaction is idempotent.
  for (let pass = 0; pass < PASSES; pass++) {
    const spans = findInParts(output, parts, (part) => find(part, deadline));
    if (spans.length === 0) return output;
    output = maskSpans(output, spans);
    parts = aroundPlaceholders(output, spans);
  }
  return UNSEARCHED;
}

function withExactValues(find: SecretFinder, options: RedactorOptions): SecretFinder {
  const findKnown = findKnownValues(options.knownValues ?? []);
  return (text, deadline) => {
    const exact = findKnown(text);
    const references = options.envReferences === true ? findSecretReferences(text) : [];
    return mergeSpans([...find(text, deadline), ...exact, ...references]);
  };
}

/** Redacts short lines as one text, which is much faster; each alone if a secret extends over several. */
export function redactLines(redact: (text: string) => string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const joined = lines.join("\n");
  const redacted = redact(joined);
  // Nothing was found, also where a line has several parts.
  if (redacted === joined) return [...lines];
  const parts = redacted.split("\n");
  const isLineByLine = parts.length === lines.length && lines.every((line) => !line.includes("\n"));
  return isLineByLine ? parts : lines.map((line) => redact(line));
}

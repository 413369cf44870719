import type { Span } from "./span.ts";

/** The text that a group of a regular expression (with the flag `d`) captured, and where. */
export interface CapturedSpan extends Span {
  value: string;
  groups: Readonly<Record<string, string | undefined>>;
}

const VALUE_GROUPS = ["value", "double", "single", "back", "bare", "line"];

/** The value that a sticky pattern captures at `at`; undefined when nothing matches there. */
export function captureAt(pattern: RegExp, text: string, at: number): CapturedSpan | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : capturedBy(match);
}

/** The value that a match captured; undefined when no value group took part in the match. */
export function capturedBy(match: RegExpExecArray): CapturedSpan | undefined {
  const places = match.indices?.groups ?? {};
  const name = VALUE_GROUPS.find((group) => places[group] !== undefined);
  const place = name === undefined ? undefined : places[name];
  if (name === undefined || place === undefined) return undefined;
  return { start: place[0], end: place[1], value: match.groups?.[name] ?? "", groups: match.groups ?? {} };
}

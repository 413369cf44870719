import { createKeywordIndex } from "./keyword-index.ts";
import type { Span } from "./span.ts";

const LEAST = 8;
const LONGEST = 256;
const MOST = 1_000;

/** Finds other occurrences of secrets already found, where the context may not reveal them. Ignores ordinary words. */
export function findRepeated(text: string, found: readonly Span[]): Span[] {
  const values = new Set<string>();
  for (const { start, end } of found) {
    const value = text.slice(start, end);
    if (isDistinct(value) && values.size < MOST) values.add(value);
  }
  if (values.size === 0) return [];
  const list = [...values];
  const spans: Span[] = [];
  createKeywordIndex(list).scan(text, (keyword, start) => {
    const value = list[keyword] ?? "";
    const end = start + value.length;
    if (text.startsWith(value, start) && !isWithinWord(text, start, end)) spans.push({ start, end });
  });
  return spans;
}

function isDistinct(value: string): boolean {
  if (value.length < LEAST || value.length > LONGEST || /\s/.test(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

function isWithinWord(text: string, start: number, end: number): boolean {
  return /[A-Za-z0-9]/.test(text.charAt(start - 1)) || /[A-Za-z0-9]/.test(text.charAt(end));
}

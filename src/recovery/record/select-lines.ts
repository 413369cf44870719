import { createLengthCounter } from "./section-length.ts";
import { type Line, RULE_MARK, SECTIONS, sharesItem, TITLES } from "./sections.ts";

export interface Section {
  title: string;
  items: string[];
  /** Number of lines that are left out. */
  omitted: number;
}

/**
 * The most valuable lines, as many as fit into `room` characters. Lines are tried by value for their length, and whatever still fits fills the
 * rest. Within a section the lines keep their order.
 */
export function selectLines(lines: readonly Line[], room: number): Section[] {
  const chosen = fill(
    lines.filter(({ value }) => value >= LEAST_VALUE),
    room,
  );
  return sectionsOf(lines, chosen);
}

/** All lines in pages of `room` characters: the first as `selectLines` chooses it, the others of what is left, small talk last. */
export function pageLines(lines: readonly Line[], room: number): Section[][] {
  const pages: Section[][] = [];
  let left = lines;
  while (left.length > 0) {
    const chosen = fill(
      left.filter(({ value }) => pages.length > 0 || value >= LEAST_VALUE),
      room,
    );
    if (chosen.size === 0 && pages.length > 0) break;
    pages.push(sectionsOf(left, chosen));
    left = left.filter((line) => !chosen.has(line));
  }
  return pages;
}

function fill(lines: readonly Line[], room: number): Set<Line> {
  const chosen = new Set<Line>();
  const counter = createLengthCounter();
  for (const line of lines.toSorted((a, b) => densityOf(b) - densityOf(a)))
    if (counter.add(line, room)) chosen.add(line);
  return chosen;
}

/** Lines of less value are small talk, and left out even if there is room. */
const LEAST_VALUE = 0.04;

/** Characters that a line costs besides its text. */
const OVERHEAD = 16;

/** Value for its length, less than proportionally: two short remarks do not outweigh a long demand. */
function densityOf({ text, value }: Line): number {
  return value / (text.length + OVERHEAD) ** 0.65;
}

function sectionsOf(lines: readonly Line[], chosen: ReadonlySet<Line>): Section[] {
  return SECTIONS.flatMap((name) => {
    const all = lines.filter(({ section }) => section === name);
    const shown = all.filter((line) => chosen.has(line)).toSorted((a, b) => a.order - b.order);
    if (shown.length === 0) return [];
    return [{ title: TITLES[name], items: itemsOf(shown), omitted: all.length - shown.length }];
  });
}

/** Consecutive sentences of one prompt are one item. */
function itemsOf(shown: readonly Line[]): string[] {
  const items: string[] = [];
  for (const [i, line] of shown.entries()) {
    const before = shown[i - 1];
    if (before !== undefined && sharesItem(before, line)) items.push(`${items.pop()} ${line.text}`);
    else items.push(line.isRule ? `${RULE_MARK}${line.text}` : line.text);
  }
  return items;
}

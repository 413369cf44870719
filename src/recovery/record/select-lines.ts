import { createLengthCounter } from "./section-length.ts";
import { type Line, SECTIONS, sharesItem, TITLES } from "./sections.ts";

export interface Section {
  title: string;
  items: string[];
  /** Number of omitted lines. */
  omitted: number;
}

export interface Selection {
  sections: Section[];
  /** Number of omitted lines, including those of sections of which none is shown. */
  omitted: number;
}

/** The size of a record in characters. */
export interface Room {
  /** Filled with lines of any value except small talk. */
  reserved: number;
  /** Lines of real value may exceed `reserved` up to this. */
  max: number;
}

/**
 * Selects the most valuable lines that fit into the room. Lines are tried in the order of their value relative to their
 * length; one that does not fit is skipped. Within a section, lines keep their order.
 */
export function selectLines(lines: readonly Line[], room: Room): Selection {
  const chosen = fill(
    lines.filter(({ value }) => value >= LEAST_VALUE),
    room,
  );
  return { sections: sectionsOf(lines, chosen), omitted: lines.length - chosen.size };
}

/**
 * Divides all lines into pages of `room` characters. The first page is what `selectLines` returns. Small talk comes
 * last.
 */
export function pageLines(lines: readonly Line[], room: number): Section[][] {
  const pages: Section[][] = [];
  let left = lines;
  while (left.length > 0) {
    const chosen = fill(
      left.filter(({ value }) => pages.length > 0 || value >= LEAST_VALUE),
      { reserved: room, max: room },
    );
    if (chosen.size === 0 && pages.length > 0) break;
    pages.push(sectionsOf(left, chosen));
    left = left.filter((line) => !chosen.has(line));
  }
  return pages;
}

function fill(lines: readonly Line[], { reserved, max }: Room): Set<Line> {
  const chosen = new Set<Line>();
  const counter = createLengthCounter();
  for (const line of lines.toSorted((a, b) => densityOf(b) - densityOf(a)))
    if (counter.add(line, line.value >= REAL_VALUE ? max : reserved)) chosen.add(line);
  return chosen;
}

/** Lines with a lower value are small talk and are omitted even if there is room. */
const LEAST_VALUE = 0.04;
/** Only lines of at least this value make a record longer than what is reserved for it. */
const REAL_VALUE = 0.05;

/** Characters that a line takes in addition to its text. */
const OVERHEAD = 16;

/** Value relative to length. The exponent is below 1, so that two short remarks do not outweigh a long demand. */
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

/** Joins consecutive sentences of one prompt to one item. */
function itemsOf(shown: readonly Line[]): string[] {
  const items: string[] = [];
  for (const [i, line] of shown.entries()) {
    const before = shown[i - 1];
    if (before !== undefined && sharesItem(before, line)) items.push(`${items.pop()} ${line.text}`);
    else items.push(line.text);
  }
  return items;
}

import { type Line, SECTIONS, TITLES } from "./sections.ts";

export interface Section {
  title: string;
  items: string[];
  /** Number of lines that are left out. */
  omitted: number;
}

/**
 * The most valuable lines, as many as `fits` accepts. Lines are tried by value for their length, and whatever still fits fills the
 * rest. Within a section the lines keep their order.
 */
export function selectLines(lines: readonly Line[], fits: (sections: Section[]) => boolean): Section[] {
  const ranked = lines
    .filter(({ value }) => value >= LEAST_VALUE)
    .toSorted((a, b) => densityOf(b) - densityOf(a));
  const chosen = new Set<Line>();
  for (const line of ranked) {
    chosen.add(line);
    if (!fits(sectionsOf(lines, chosen))) chosen.delete(line);
  }
  return sectionsOf(lines, chosen);
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
    return [
      { title: TITLES[name], items: shown.map(({ text }) => text), omitted: all.length - shown.length },
    ];
  });
}

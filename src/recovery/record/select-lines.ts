import { type Line, SECTIONS, TITLES } from "./sections.ts";

export interface Section {
  title: string;
  items: string[];
  /** How many of this kind are not shown. */
  omitted: number;
}

/**
 * The lines worth telling, as many as `fits` lets through. Nothing is excluded: value decides what comes first, and
 * whatever still fits fills the rest. Within a section the lines keep their order.
 */
export function selectLines(lines: readonly Line[], fits: (sections: Section[]) => boolean): Section[] {
  const ranked = lines.filter(({ value }) => value >= WORTHLESS).toSorted((a, b) => gainOf(b) - gainOf(a));
  const chosen = new Set<Line>();
  for (const line of ranked) {
    chosen.add(line);
    if (!fits(sectionsOf(lines, chosen))) chosen.delete(line);
  }
  return sectionsOf(lines, chosen);
}

/** Less than this is chatter even where there is room. */
const WORTHLESS = 0.04;

/** What a line's frame costs beside its text. */
const FRAME = 16;

/** Value for its length, though not in proportion: two short remarks are not worth a long demand. */
function gainOf({ text, value }: Line): number {
  return value / (text.length + FRAME) ** 0.65;
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

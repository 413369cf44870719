import { type Line, layoutOf, type SectionName, sharesItem, TITLES } from "./sections.ts";

interface SectionSize {
  lines: number;
  chars: number;
  /** Number of lines that share an item with the line before them. */
  joined: number;
  /** The chosen lines by their order. */
  known: Map<number, Line>;
}

/** Computes the length of the chosen lines incrementally, so that the record need not be rendered for every line. */
export function createLengthCounter(): { add: (line: Line, room: number) => boolean } {
  const sections = new Map<SectionName, SectionSize>();
  let used = 0;
  return {
    add(line, room) {
      const before = sections.get(line.section) ?? { lines: 0, chars: 0, joined: 0, known: new Map() };
      const after = withLine(before, line);
      const more = lengthOf(line.section, after) - lengthOf(line.section, before);
      if (used + more > room) return false;
      used += more;
      before.known.set(line.order, line);
      sections.set(line.section, after);
      return true;
    },
  };
}

function withLine({ lines, chars, joined, known }: SectionSize, line: Line): SectionSize {
  const [before, after] = [known.get(line.order - 1), known.get(line.order + 1)];
  const shared =
    Number(before !== undefined && sharesItem(before, line)) +
    Number(after !== undefined && sharesItem(line, after));
  return {
    lines: lines + 1,
    chars: chars + line.text.length,
    joined: joined + shared,
    known,
  };
}

/** Length of a section as `recoveryText` writes it, including the line feed before it. */
function lengthOf(name: SectionName, { lines, chars, joined }: SectionSize): number {
  if (lines === 0) return 0;
  const heading = TITLES[name].length + "\n: ".length;
  const items = lines - joined;
  switch (layoutOf(TITLES[name])) {
    case "prose":
      return heading + chars + lines - 1;
    case "row":
      return heading + chars + joined + (items - 1) * ", ".length;
    case "lines":
      return heading + chars + joined + items - 1;
    case "list":
      return heading + chars + joined + (items === 1 ? 0 : items * "\n- ".length - 1);
  }
}

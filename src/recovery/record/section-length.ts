import { type Line, layoutOf, type SectionName, TITLES } from "./sections.ts";

interface Counted {
  lines: number;
  chars: number;
  /** Number of lines that share the item of the line before them. */
  joined: number;
  /** The prompt of each line, by its order. */
  prompts: Map<number, number | undefined>;
}

/** Counts what the chosen lines cost as text, so that a record is rendered once and not for every line. */
export function createLengthCounter(): { add: (line: Line, room: number) => boolean } {
  const sections = new Map<SectionName, Counted>();
  let used = 0;
  return {
    add(line, room) {
      const before = sections.get(line.section) ?? { lines: 0, chars: 0, joined: 0, prompts: new Map() };
      const after = withLine(before, line);
      const more = lengthOf(line.section, after) - lengthOf(line.section, before);
      if (used + more > room) return false;
      used += more;
      before.prompts.set(line.order, line.prompt);
      sections.set(line.section, after);
      return true;
    },
  };
}

function withLine({ lines, chars, joined, prompts }: Counted, { text, order, prompt }: Line): Counted {
  const isJoined = (other: number) => Number(prompt !== undefined && prompts.get(other) === prompt);
  return {
    lines: lines + 1,
    chars: chars + text.length,
    joined: joined + isJoined(order - 1) + isJoined(order + 1),
    prompts,
  };
}

/** As `recoveryText` writes it, with the line feed before it. */
function lengthOf(name: SectionName, { lines, chars, joined }: Counted): number {
  if (lines === 0) return 0;
  const heading = TITLES[name].length + "\n: ".length;
  const items = lines - joined;
  switch (layoutOf(TITLES[name])) {
    case "prose":
      return heading + chars + lines - 1;
    case "row":
      return heading + chars + joined + (items - 1) * ", ".length;
    case "list":
      return heading + chars + joined + (items === 1 ? 0 : items * "\n- ".length - 1);
  }
}

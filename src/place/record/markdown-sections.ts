/** The level-two sections of a Markdown text by their heading, each without the blank lines around it. */
export function markdownSections(text: string): Map<string, string> {
  const sections = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    const title = /^## +(\S.*?) *$/.exec(line)?.[1];
    if (title === undefined) current?.push(line);
    else {
      // Of two sections of one name the first counts, as a person reads it.
      current = [];
      if (!sections.has(title)) sections.set(title, current);
    }
  }
  return new Map([...sections].map(([title, lines]) => [title, lines.join("\n").trim()]));
}

/** What Markdown, or our own parsers, would not take for plain text at the beginning of a line. */
const SPECIAL = /^(?:\\|#|[-*+] |\d+[.)] |\(none)/i;

/** A line of text as it is written into a section: it begins with no mark of Markdown. */
export function escapeLine(text: string): string {
  return SPECIAL.test(text) ? `\\${text}` : text;
}

function unescapeLine(line: string): string {
  return line.startsWith("\\") && SPECIAL.test(line.slice(1)) ? line.slice(1) : line;
}

/** The items of a section: its list, or its lines where it has none. What says that there is nothing is no item. */
export function sectionItems(text = ""): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  const items = lines.flatMap((line) => /^(?:[-*+]|\d+[.)]) +(.*)$/.exec(line)?.[1] ?? []);
  return (items.length > 0 ? items : lines)
    .filter((item) => item !== "" && !/^\(none(?: found)?\)$/i.test(item))
    .map(unescapeLine);
}

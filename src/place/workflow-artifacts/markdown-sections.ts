/** The level-two sections of a Markdown text by heading, without surrounding blank lines. */
export function markdownSections(text: string): Map<string, string> {
  const sections = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    const title = /^## +(\S.*?) *$/.exec(line)?.[1];
    if (title === undefined) current?.push(line);
    else {
      // If two sections have the same name, the first one counts.
      current = [];
      if (!sections.has(title)) sections.set(title, current);
    }
  }
  return new Map([...sections].map(([title, lines]) => [title, lines.join("\n").trim()]));
}

/** Beginnings of lines that Markdown or our own parsers would not treat as plain text. */
const SPECIAL = /^(?:\\|#|[-*+] |\d+[.)] |\(none)/i;

/** Escapes a line of text for a section, so that Markdown does not interpret its beginning. */
export function escapeLine(text: string): string {
  return SPECIAL.test(text) ? `\\${text}` : text;
}

function unescapeLine(line: string): string {
  return line.startsWith("\\") && SPECIAL.test(line.slice(1)) ? line.slice(1) : line;
}

/** The items of a section: those of its list, or its lines if it has no list. Omits "(none)". */
export function sectionItems(text = ""): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  const items = lines.flatMap((line) => /^(?:[-*+]|\d+[.)]) +(.*)$/.exec(line)?.[1] ?? []);
  return (items.length > 0 ? items : lines)
    .filter((item) => item !== "" && !/^\(none(?: found)?\)$/i.test(item))
    .map(unescapeLine);
}

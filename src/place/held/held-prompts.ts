/** A prompt that was kept because it could not, or should not, run. */
export interface HeldPrompt {
  /** When it was kept; `legacy` for a text that stands before the first header, or has none. */
  at: string;
  text: string;
  /** A notification of the client was not typed by a person: it cannot be repeated. */
  replayable: boolean;
}

const HEADER = /^=== BLOCKED PROMPT \[([^\]\n]*)\](?: \(not replayable\))? ===$/;
/** A line of a prompt that reads like a header gets a backslash in front, and so does one that has them already. */
const LIKE_HEADER = /^\\*=== BLOCKED PROMPT \[/;

export const LEGACY = "legacy";

/** One entry as it is appended to the file of a session. */
export function formatHeldPrompt({ at, text, replayable }: HeldPrompt): string {
  const lines = text.split("\n").map((line) => (LIKE_HEADER.test(line) ? `\\${line}` : line));
  return `=== BLOCKED PROMPT [${at}]${replayable ? "" : " (not replayable)"} ===\n${lines.join("\n")}\n\n`;
}

/** The entries of a file, oldest first (P37). A file without headers is one prompt (P36). */
export function parseHeldPrompts(content: string): HeldPrompt[] {
  const entries: { header: RegExpExecArray | undefined; lines: string[] }[] = [
    { header: undefined, lines: [] },
  ];
  for (const line of content.split(/\r?\n/)) {
    const header = HEADER.exec(line);
    if (header) entries.push({ header, lines: [] });
    else entries.at(-1)?.lines.push(line);
  }
  return entries.flatMap(({ header, lines }) => {
    const text = withoutBlankEnds(lines.map((line) => (header && isEscaped(line) ? line.slice(1) : line)));
    const isMarked = header?.[0].includes("(not replayable)") ?? false;
    const replayable = !isMarked && !/^\s*<task-notification>/.test(text);
    return text === "" ? [] : [{ at: header?.[1] ?? LEGACY, text, replayable }];
  });
}

function isEscaped(line: string): boolean {
  return line.startsWith("\\") && LIKE_HEADER.test(line);
}

/** Leading and trailing blank lines go; what a line begins with may be code. */
function withoutBlankEnds(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
}

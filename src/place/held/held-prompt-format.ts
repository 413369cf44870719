import type { Redactor } from "../../kernel/ports/redactor.ts";

/** A prompt that was stored because it could not or should not run. */
export interface HeldPrompt {
  /** When it was stored; `legacy` for text before the first header, or without one. */
  at: string;
  text: string;
  /** False for a notification of the client, which no person typed and which cannot be repeated. */
  replayable: boolean;
}

const HEADER = /^=== BLOCKED PROMPT \[([^\]\n]*)\](?: \(not replayable\))? ===$/;
/** A line of a prompt that looks like a header is escaped with a backslash, and so is one that is already escaped. */
const LIKE_HEADER = /^\\*=== BLOCKED PROMPT \[/;

const LEGACY = "legacy";

/** Formats an entry for appending to the file of a session. */
export function formatHeldPrompt({ at, text, replayable }: HeldPrompt): string {
  const lines = text.split("\n").map((line) => (LIKE_HEADER.test(line) ? `\\${line}` : line));
  return `=== BLOCKED PROMPT [${at}]${replayable ? "" : " (not replayable)"} ===\n${lines.join("\n")}\n\n`;
}

/** Parses the entries of a file, oldest first (P37). A file without headers is one prompt (P36). */
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

/** Redacts a file of held prompts that we wrote. Undefined for other files and for clean ones. */
export function redactHeldPrompts(text: string, redactor: Redactor): string | undefined {
  const prompts = parseHeldPrompts(text);
  if (prompts.every(({ at }) => at === LEGACY)) return undefined;
  const clean = prompts.map((prompt) => ({ ...prompt, text: redactor.text(prompt.text) }));
  if (clean.every((prompt, index) => prompt.text === prompts[index]?.text)) return undefined;
  return clean
    .map((prompt) => (prompt.at === LEGACY ? `${prompt.text}\n\n` : formatHeldPrompt(prompt)))
    .join("");
}

function isEscaped(line: string): boolean {
  return line.startsWith("\\") && LIKE_HEADER.test(line);
}

/** Removes leading and trailing blank lines, but no indentation, which may belong to code. */
function withoutBlankEnds(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
}

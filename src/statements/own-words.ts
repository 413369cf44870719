/** The part of a prompt that its author typed, as opposed to pasted text. */
export interface OwnWords {
  /** The typed lines in order. A pasted document is replaced by its title. */
  own: string;
  /** Whether anything was pasted. */
  pasted: boolean;
}

/**
 * Separates what a person typed from pasted code, logs, terminal output, quotations and documents. Looks only at the
 * shape of lines, so that it works for all languages. Keeps the title of a pasted document.
 */
export function ownWords(prompt: string): OwnWords {
  const lines = prompt.replaceAll(/\r\n?/g, "\n").replaceAll(ANSI, "").split("\n");
  const shaped = lines.map(isForeign);
  const fenced = findFenced(lines);
  const foreign = addDocument(lines, addNeighbors(lines, { shaped, fenced }));
  const own = lines.flatMap((line, i) => (foreign[i] ? titleAt(lines, foreign, i) : [line]));
  return { own: own.join("\n").trim(), pasted: foreign.includes(true) };
}

/** Escape sequences in pasted terminal output. */
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[ -/]*[@-~]`, "g");
const FENCE = /^[ \t]*(```+|~~~+)/;

/** Which lines are between fences; an open fence extends to the end. */
function findFenced(lines: readonly string[]): boolean[] {
  let open: string | undefined;
  return lines.map((line) => {
    const fence = FENCE.exec(line)?.[1]?.slice(0, 3);
    const inside = open !== undefined || fence !== undefined;
    if (fence !== undefined) open = open === undefined ? fence : open === fence ? undefined : open;
    return inside;
  });
}

/** A longer line is data, unless it reads like dictated text. */
const LONGEST_LINE = 2_000;
const LONGEST_PARAGRAPH = 12_000;
const SHAPES: readonly RegExp[] = [
  /** A line that consists of a quotation. */
  /^\s*(?:"[^"]{24,}"|“[^”]{24,}”|„[^“”]{24,}[“”]|«[^»]{24,}»|「[^」]{12,}」|『[^』]{12,}』)[.。]?\s*$/,
  /** A Markdown quotation, or the prompt of a shell or an interpreter. */
  /^\s*(?:>|[$%❯➜»]\s\S|>>>|\.\.\. |PS [A-Z]:|\S+@\S+[:~][^ ]*[$#] )/,
  /** Output of terminal programs: boxes, bars, spinners, the marks of agents. */
  /^\s*[│┃║╭╮╰╯├└┌┐┘┤┬┴┼─━═▌▐█▛▜▝▘⎿⏺✻✽✶✢●○◯✓✔✗✘☐☒⠋⠙⠹⠸⠼⠴⠦⠧]|[│─━═█┃]{2}/,
  /** Logs: a time or a level. */
  /^\s*[[(]?(?:\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|\d{2}:\d{2}:\d{2}|\w{3} +\d{1,2} \d{2}:\d{2}:\d{2})/,
  /^\s*[[(<]?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|CRITICAL|NOTICE|FAIL(?:ED)?|PASS(?:ED)?)\b[\])>]?[ :[]/,
  /^\s*[[(<]?(?:panic|fatal|error|warning|hint)\b[\])>]?[:[]/,
  /^\s*(?:[\w.$]+(?:Error|Exception|Warning)\b[:( ]|Traceback \(|Caused by: |E {2,}\S|npm (?:ERR!|error|warn|WARN) |error(?: TS|\[E)\d+)/,
  /** Stack frames and positions in files. */
  /^\s*(?:at \S+.*[(:]\S*:\d+|File "[^"]+", line \d+|#\d+ +0x|\d+ \| |[\w./-]+:\d+(?::\d+)?(?::| {2,}| - ))/,
  /** Diffs, code, markup, data. */
  /^(?:[+-]{3} \S|@@ |diff --git |[+-](?:[ \t]{2,}|\t)\S)/,
  /[{};]\s*$|^\s*[)\]}]+[,;]?\s*$|=>|\w\([^)]*\)\s*:\s*$/,
  /^\s*(?:<\/?[a-z!][^>]*>|["{[].*[}\],]\s*$|\|.*\|\s*$|(?:import|export|const|let|var|def|class|func|fn|public|private|return|package|#include|SELECT|INSERT|UPDATE|CREATE)\s+[\w{*(<"'].*[\w;{:)>"'*]$(?<=[;{:)>"'(].*))/,
];

/** Whether a line has a shape that no person types as a sentence. */
function isForeign(line: string): boolean {
  if (line.trim() === "") return false;
  return isTooLong(line) || SHAPES.some((shape) => shape.test(line)) || isMostlySigns(line);
}

/** Minimum share of spaces and of punctuation of any script in prose. */
const GAP_SHARE = 1 / 15;

function isTooLong(line: string): boolean {
  if (line.length <= LONGEST_LINE) return false;
  const gaps = line.match(/[\s\u3000\p{P}]+/gu)?.length ?? 0;
  return line.length > LONGEST_PARAGRAPH || gaps < line.length * GAP_SHARE;
}

const SIGNS = /[{}()[\]<>=;|\\/$#@^*_~+&%"]|\d/g;
/** Above this share of signs and digits a line is data. */
const SIGN_SHARE = 0.3;

function isMostlySigns(line: string): boolean {
  return line.length > 24 && (line.match(SIGNS)?.length ?? 0) > line.length * SIGN_SHARE;
}

/** Maximum number of other lines between two lines of the same paste. */
const GAP = 2;

/**
 * Lines between two foreign lines, or indented next to one, belong to the same paste. A paste ends at an empty line and
 * at its fence, since people type between two pastes.
 */
function addNeighbors(
  lines: readonly string[],
  { shaped, fenced }: { shaped: readonly boolean[]; fenced: readonly boolean[] },
): boolean[] {
  const isNear = (i: number, step: 1 | -1) => {
    const near = Array.from({ length: GAP }, (_, k) => i + (k + 1) * step);
    const end = near.findIndex((k) => shaped[k] || fenced[k] || (lines[k] ?? "").trim() === "");
    return end >= 0 && shaped[near[end] ?? -1] === true && !fenced[near[end] ?? -1];
  };
  return lines.map((line, i) => {
    if (shaped[i] || fenced[i]) return true;
    const [before, after] = [isNear(i, -1), isNear(i, 1)];
    return (before && after) || ((before || after) && /^(?:\t| {2,})\S/.test(line));
  });
}

const HEADING = /^#{1,6} \S|^\*\*[^*]+\*\*:?\s*$/;
const STRUCTURED = /^\s*(?:#{1,6} |[-*•] |\d+[.)] |\*\*|\|)|^\s*$/;
/** Minimum size of a document such as a plan, a review or a ticket. People do not type that much in one prompt. */
const MIN_HEADINGS = 2;
const MIN_DOCUMENT_CHARS = 600;

/** Adds the lines of a document, from its first heading to its last structured line. */
function addDocument(lines: readonly string[], foreign: readonly boolean[]): boolean[] {
  const headings = lines.flatMap((line, i) => (HEADING.test(line) && !isCommand(line) ? [i] : []));
  const [first] = headings;
  const last = lines.findLastIndex((line, i) => foreign[i] || (line.trim() !== "" && STRUCTURED.test(line)));
  if (
    first === undefined ||
    headings.length < MIN_HEADINGS ||
    lines.slice(first, last + 1).join("\n").length < MIN_DOCUMENT_CHARS
  )
    return [...foreign];
  return foreign.map((is, i) => is || (i >= first && i <= last));
}

function isCommand(line: string): boolean {
  return /^# \S+ (?:-|\/)/.test(line);
}

const TITLE_CHARS = 100;

/** Replaces the first heading of a document by its title in quotation marks, and drops its other lines. */
function titleAt(lines: readonly string[], foreign: readonly boolean[], i: number): string[] {
  const line = lines[i] ?? "";
  const opens = !foreign.slice(0, i).some((is, k) => is && HEADING.test(lines[k] ?? ""));
  if (!HEADING.test(line) || !opens) return [];
  return [
    `“${line
      .replaceAll(/^#+\s*|\*\*/g, "")
      .slice(0, TITLE_CHARS)
      .trim()}”`,
  ];
}

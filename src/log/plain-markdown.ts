import { oneLine } from "../text/bounded.ts";

/** Characters that mean something in Markdown. An underscore inside a word is plain. */
const ACTIVE = /[\\`*[\]<>|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** What only acts at the beginning of a line: headings, lists, quotes, numbered items. */
const LEADING = /^(?:[#+-]|\d+(?=[.)]))/;
/** A mention notifies a person, and a number such as `#12` in a pull request may close an issue. */
const REFERENCE = /(?<=^|[^\w&])([@#])(?=\w)|(\w)#(?=\d)/g;
const CODE = /(`[^`]+`)/;

/** Text as Markdown that shows the same on one line, with its code. It links, mentions and closes nothing. */
export function plainMarkdown(text: string): string {
  const parts = oneLine(text).split(CODE);
  const escaped = parts.map((part, i) => (i % 2 === 1 ? inlineCode(part.slice(1, -1)) : escapeText(part)));
  return escaped.join("").replace(LEADING, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

function escapeText(text: string): string {
  return text
    .replaceAll(ACTIVE, (character) => (character === "<" ? "&lt;" : `\\${character}`))
    .replaceAll(REFERENCE, (_all, sign: string | undefined, before: string | undefined) =>
      sign === undefined ? `${before}#<!-- -->` : `${sign}<!-- -->`,
    );
}

/** Text between as many backticks as it needs. */
export function inlineCode(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = "`".repeat(longest + 1);
  const gap = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${gap}${line}${gap}${ticks}`;
}

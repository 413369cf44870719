import { escapeTerminal } from "../../../escape-terminal.ts";
import { clustersOf, widthOf, wrapped } from "../../layout/text-width.ts";

/** Longer texts are cut before they are wrapped: no one reads more in a preview. */
const MAX_CHARS = 1_500;

/** Breaks a text into lines of so many columns. A word that is longer, such as a path, is broken too. */
export function wrapText(text: string, columns: number): string[] {
  const width = Math.max(4, columns);
  return wrapped(escapeTerminal(text.slice(0, MAX_CHARS)), width).flatMap((each) => broken(each, width));
}

function broken(word: string, columns: number): string[] {
  if (widthOf(word) <= columns) return [word];
  const lines: string[] = [];
  let current = "";
  for (const cluster of clustersOf(word)) {
    if (widthOf(current + cluster) > columns) {
      lines.push(current);
      current = "";
    }
    current += cluster;
  }
  return [...lines, current];
}

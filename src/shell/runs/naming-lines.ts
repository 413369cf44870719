import { TELLS_PACKAGE } from "./failed-packages.ts";
import { TELLS_FAILED } from "./failed-tests.ts";

/** More names than anyone reruns one by one, and more output than anyone reads. */
const MOST_CHARS = 900;
const LONGEST_LINE = 200;
const MOST_READ = 64_000;

/**
 * The lines of a long output that name what failed: tests, files, packages. A run of just these settles the failure later.
 * Undefined where there are none, or too many to keep them all.
 */
export function namingLines(output: string): string | undefined {
  if (output.includes("…") || output.length > MOST_READ) return undefined;
  // A name stands at the beginning: a long line is cut, since without it a run of the others would settle the failure.
  const short = output
    .split("\n")
    .map((line) => line.slice(0, LONGEST_LINE))
    .join("\n");
  const lines = [...TELLS_FAILED, ...TELLS_PACKAGE].flatMap((pattern) => linesOf(short, pattern));
  const text = [...new Set(lines)].join("\n");
  return text === "" || text.length > MOST_CHARS ? undefined : text;
}

/** The first line of each name. */
function linesOf(output: string, pattern: RegExp): string[] {
  const named = new Map<string, string>();
  for (const { 0: text, index, groups } of output.matchAll(pattern)) {
    const name = Object.values(groups ?? {}).find((found) => found !== undefined);
    if (name !== undefined && !named.has(name)) named.set(name, lineAt(output, index + text.length));
  }
  return [...named.values()];
}

/** The line that ends at or behind `at`. */
function lineAt(output: string, at: number): string {
  const start = output.lastIndexOf("\n", at - 1) + 1;
  const end = output.indexOf("\n", at);
  return output.slice(start, end < 0 ? output.length : end);
}

import { PACKAGE_PATTERNS } from "./failed-packages.ts";
import { FAILURE_PATTERNS } from "./failed-tests.ts";

/** Limits: nobody reruns more names one by one, and nobody reads more output. */
const MOST_CHARS = 900;
const LONGEST_LINE = 200;
const MOST_READ = 64_000;

/**
 * Finds the lines of a long output that name what failed: tests, files or packages. A later run of just these resolves
 * the failure. Undefined if there are none, or too many to keep.
 */
export function findFailureLines(output: string): string | undefined {
  if (output.includes("…") || output.length > MOST_READ) return undefined;
  // Long lines are cut, not dropped: without their names, a run of the other names would resolve the failure.
  const short = output
    .split("\n")
    .map((line) => line.slice(0, LONGEST_LINE))
    .join("\n");
  const lines = [...FAILURE_PATTERNS, ...PACKAGE_PATTERNS].flatMap((pattern) => linesOf(short, pattern));
  const text = [...new Set(lines)].join("\n");
  return text === "" || text.length > MOST_CHARS ? undefined : text;
}

/** The first line that mentions each name. */
function linesOf(output: string, pattern: RegExp): string[] {
  const named = new Map<string, string>();
  for (const { 0: text, index, groups } of output.matchAll(pattern)) {
    const name = Object.values(groups ?? {}).find((found) => found !== undefined);
    if (name !== undefined && !named.has(name)) named.set(name, lineAt(output, index + text.length));
  }
  return [...named.values()];
}

/** The line that ends at or after `at`. */
function lineAt(output: string, at: number): string {
  const start = output.lastIndexOf("\n", at - 1) + 1;
  const end = output.indexOf("\n", at);
  return output.slice(start, end < 0 ? output.length : end);
}

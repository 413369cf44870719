import { parseCommands } from "../parse-commands.ts";
import { passedRuns } from "./judge-run.ts";

interface Run {
  command: string;
  output: string;
}

/** How shells and tools report a name that they do not know. */
const UNKNOWN_NAME =
  /\bcommand not found\b|: not found$|\bNo such file or directory\b|\bMissing script\b|\bmissing script\b|\bno such (?:command|subcommand|file|task)\b|\bunknown (?:command|flag|option|argument|subcommand|target)\b|\bis not a \w+ command\b|\bNo rule to make target\b|\bnot recognized\b|\b404\b|\binvalid option\b|\bunrecognized (?:option|argument|command)|\bCannot find module\b|\bCommand "\S+" not found\b|\bdid you mean\b|\bcan't open file\b|\bunexpected argument\b|\bno such option\b|\bpathspec\b|\bfile or directory not found\b/im;

/** Whether a line with a mistyped name was run again with the right one: `nmp test`, then `npm test`. */
export function isRetyped(later: Run, failed: Run): boolean {
  if (!UNKNOWN_NAME.test(failed.output)) return false;
  const mistyped = parseCommands(failed.command).filter(({ canFail }) => canFail);
  const passed = passedRuns(later);
  return mistyped.some(({ words }) => passed.some((other) => differByOneName(words, other.words)));
}

/** Longer names are not compared letter by letter. */
const LONGEST = 200;

function differByOneName(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (longer.length - shorter.length > 1 || longer.length < 2) return false;
  if (longer.length > shorter.length) return isWithout(longer, shorter);
  const pairs = a.map((word, i) => [word, b[i] ?? ""] as const).filter(([one, other]) => one !== other);
  const [pair] = pairs;
  return pair !== undefined && pairs.length === 1 && isNear(...pair);
}

/** Whether the only difference is one more flag. */
function isWithout(longer: readonly string[], shorter: readonly string[]): boolean {
  const at = longer.findIndex((word, i) => word !== shorter[i]);
  return (longer[at] ?? "").startsWith("-") && longer.toSpliced(at, 1).join("\0") === shorter.join("\0");
}

function isNear(a: string, b: string): boolean {
  if (a.length > LONGEST || b.length > LONGEST) return false;
  return editDistance(a, b) <= Math.max(2, Math.min(a.length, b.length) / 3);
}

/** The edit distance: letters to add, remove or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

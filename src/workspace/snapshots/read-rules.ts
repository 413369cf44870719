import { statSync } from "node:fs";
import { readSmallFile, SMALL_FILE } from "../../files/read-small-file.ts";
import { attempt } from "../find-repository.ts";

/** As much of a file with ignore rules is read. */
const MAX_RULES = 4 * 1024 * 1024;

/** The rules of an ignore file, in whole lines: the beginning of a rule would exclude more than the rule. */
export function readRules(path: string | Buffer): string {
  const found = attempt(() => statSync(path));
  // Even to open a device may have an effect.
  if (!found?.isFile()) return "";
  const text = readSmallFile(path, Math.min(found.size, MAX_RULES) + 1) ?? "";
  // git skips this mark too, but only where a file begins.
  return wholeLines(text, MAX_RULES).replace(/^\uFEFF/, "");
}

/** Those that each snapshot keeps: there may be thousands of snapshots. */
export function rulesToKeep(rules: string): string {
  return wholeLines(rules, SMALL_FILE);
}

function wholeLines(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  const beginning = bytes.subarray(0, limit);
  return beginning.toString("utf8", 0, beginning.lastIndexOf("\n") + 1);
}

import { rmSync } from "node:fs";
import { join } from "node:path";
import { hasEnded, processMark } from "./process-mark.ts";
import { namesIn } from "./read-small-file.ts";

const PARTIAL = /\.holdfast-([0-9a-f]{8}-\d{1,10})-[0-9a-z]{1,16}\.partial$/;

/** The path of a large file while it is being written, in a directory of the user. */
export function partialBeside(path: string): string {
  return `${path}.holdfast-${processMark()}-${process.hrtime.bigint().toString(36)}.partial`;
}

/** Deletes the partial files in a directory whose processes were killed. */
export function removeLeftPartials(directory: string): void {
  for (const name of namesIn(directory)) {
    const [, mark] = PARTIAL.exec(name) ?? [];
    if (mark !== undefined && hasEnded(mark)) rmSync(join(directory, name), { force: true });
  }
}

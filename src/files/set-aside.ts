import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readOwnFile, writeOwnFile } from "./own-file.ts";
import { namesIn } from "./read-small-file.ts";

/** A damaged file that was renamed instead of deleted. */
export interface SetAside {
  /** The new path of the file itself. Files that belong to it have this path with an ending. */
  path: string;
  /** What was wrong with it, and what replaced it. */
  note: string;
}

/**
 * Renames a damaged file and the files that belong to it to `….damaged-<UTC time>…`. The file itself comes last, so
 * that it is still found damaged after a crash in between.
 */
export function setAside(path: string, endings: readonly string[], now: number): string {
  const aside = unusedName(path, now);
  for (const ending of [...endings, ""]) {
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
  }
  return aside;
}

/** Writes a note for people next to the damaged file. */
export function describeSetAside({ path, note }: SetAside): void {
  writeOwnFile(`${path}.txt`, `${note}\n`);
}

/** The damaged versions of this file that still exist, oldest first. */
export function listSetAside(path: string): SetAside[] {
  const names = namesIn(dirname(path)).flatMap((name) => {
    const ours = name.startsWith(`${basename(path)}.damaged-`) && SET_ASIDE.exec(name)?.[0];
    return ours ? [ours] : [];
  });
  return [...new Set(names)].toSorted().map((name) => {
    const aside = join(dirname(path), name);
    return { path: aside, note: readOwnFile(`${aside}.txt`)?.trim() ?? `${path} was damaged.` };
  });
}

/** One sentence for people: what happened, and how to stop the reminders. */
export function setAsideNotice({ path, note }: SetAside): string {
  return `${note} The damaged files are kept as ${path}*: recover missing data from them (\`sqlite3 ${path} .recover\`), then move or delete them.`;
}

/** Without colons, which some systems do not allow in file names. */
const SET_ASIDE = /^.*\.damaged-\d{8}T\d{9}Z/;

function unusedName(path: string, now: number): string {
  for (let at = now; ; at++) {
    const name = `${path}.damaged-${new Date(at).toISOString().replaceAll(/[-:.]/g, "")}`;
    if (!listSetAside(path).some((one) => one.path === name)) return name;
  }
}

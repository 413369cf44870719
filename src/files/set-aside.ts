import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readOwnFile, writeOwnFile } from "./own-file.ts";
import { namesIn } from "./read-small-file.ts";

/** A damaged file that was renamed instead of deleted. */
export interface SetAside {
  /** The new path of the file itself; what belongs to it has this path and an ending. */
  path: string;
  /** What was wrong with it, and what took its place. */
  note: string;
}

/** Renames a damaged file and what belongs to it to `….damaged-<UTC time>…`; the file itself last, so that a crash in between leaves it damaged. */
export function setAside(path: string, endings: readonly string[], now: number): string {
  const aside = unusedName(path, now);
  for (const ending of [...endings, ""]) {
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
  }
  return aside;
}

/** Writes down for people what was wrong, beside the damaged file. */
export function describeSetAside({ path, note }: SetAside): void {
  writeOwnFile(`${path}.txt`, `${note}\n`);
}

/** What was set aside of this file and is still there, oldest first. */
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

/** Colons are not allowed in the names of some systems. */
const SET_ASIDE = /^.*\.damaged-\d{8}T\d{9}Z/;

function unusedName(path: string, now: number): string {
  for (let at = now; ; at++) {
    const name = `${path}.damaged-${new Date(at).toISOString().replaceAll(/[-:.]/g, "")}`;
    if (!listSetAside(path).some((one) => one.path === name)) return name;
  }
}

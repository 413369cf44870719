import { readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDirectory } from "./make-directory.ts";
import { readOwnFile, writeOwnFile } from "./own-file.ts";

/** The file with the path of the topmost directory that Holdfast created. */
const MADE = "made-folder";

/** Creates a private directory and records which of its parents were created for it. */
export function makeOwnDirectory(path: string): void {
  const made = makeDirectory(path, 0o700);
  if (made !== undefined) writeOwnFile(join(path, MADE), `${made}\n`);
}

/**
 * Removes a directory that Holdfast created, and the parents created for it, if it holds nothing but these names.
 * Returns whether it was removed.
 */
export function removeOwnDirectory(path: string, disposable: readonly string[]): boolean {
  try {
    const names = readdirSync(path);
    if (!names.includes(MADE) || names.some((name) => name !== MADE && !disposable.includes(name)))
      return false;
    const top = readOwnFile(join(path, MADE))?.trim();
    if (top === undefined) return false;
    for (const name of [...disposable, MADE]) rmSync(join(path, name), { recursive: true, force: true });
    for (let at = path; at.startsWith(top); at = dirname(at)) rmdirSync(at);
    return true;
  } catch {
    // It or a parent is in use: keep it.
    return false;
  }
}

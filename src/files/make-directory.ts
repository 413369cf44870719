import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a directory and its missing parents. Returns the topmost one that was made; undefined if all existed. Node's
 * own recursive `mkdir` never returns if the system denies that a parent exists, as in `/proc`; this one tries each
 * level once.
 */
export function makeDirectory(path: string, mode = 0o777): string | undefined {
  const missing = missingLevels(resolve(path));
  for (const level of missing) {
    try {
      mkdirSync(level, { mode });
    } catch (error) {
      // Another process may have made it in the meantime; a file in its place is an error.
      if (!isDirectory(level)) throw error;
    }
  }
  return missing[0];
}

function missingLevels(path: string): string[] {
  const missing: string[] = [];
  for (let at = path; !isDirectory(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

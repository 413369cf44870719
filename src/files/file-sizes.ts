import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** When a file was last written, in milliseconds since 1970; undefined if there is none. */
export function modifiedAt(path: string | undefined): number | undefined {
  return path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** The size in bytes of all files at or below a path. Does not follow links, and ignores what cannot be read. */
export function directorySize(path: string): number {
  try {
    const stat = lstatSync(path);
    if (!stat.isDirectory()) return stat.isFile() ? stat.size : 0;
    return readdirSync(path).reduce((sum, name) => sum + directorySize(join(path, name)), 0);
  } catch {
    return 0;
  }
}

import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The bytes of all files at or below a path; links are not followed, and what cannot be read counts nothing. */
export function directorySize(path: string): number {
  try {
    const stat = lstatSync(path);
    if (!stat.isDirectory()) return stat.isFile() ? stat.size : 0;
    return readdirSync(path).reduce((sum, name) => sum + directorySize(join(path, name)), 0);
  } catch {
    return 0;
  }
}

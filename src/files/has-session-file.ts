import { statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Whether the file of an agent's session still exists and has content. The path of a session in a database is below
 * that of the database file.
 */
export function hasSessionFile(path: string): boolean {
  return [path, dirname(path)].some(isFileWithContent);
}

function isFileWithContent(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFile() && found.size > 0;
  } catch {
    return false; // it is missing, a parent is not a directory, or access is denied
  }
}

import { lstatSync, rmSync, utimesSync } from "node:fs";
import { replaceFile } from "./replace-file.ts";

/**
 * Replaces the content of a file, and its path if `to` is another one. Keeps its permissions and its modification time,
 * by which the newest file is found.
 */
export function rewriteFile(path: string, content: string, to = path): void {
  const { atime, mtime, mode } = lstatSync(path);
  replaceFile(to, content, { exactMode: mode & 0o777 });
  utimesSync(to, atime, mtime);
  if (to !== path) rmSync(path);
}

import { lstatSync, realpathSync } from "node:fs";
import { dirname, sep } from "node:path";

/**
 * Whether a path is a regular file of its user that really lies in a folder: through no link, not elsewhere by `..`. Folders in
 * a repository may hold whatever somebody planted.
 */
export function isFileIn(folder: string, path: string): boolean {
  try {
    const stat = lstatSync(path);
    const uid = process.getuid?.();
    if (!stat.isFile() || (uid !== undefined && stat.uid !== uid)) return false;
    return `${realpathSync(dirname(path))}${sep}`.startsWith(`${realpathSync(folder)}${sep}`);
  } catch {
    return false;
  }
}

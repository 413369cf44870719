import { lstatSync, realpathSync } from "node:fs";
import { dirname, sep } from "node:path";
import { makeDirectory } from "../../files/make-directory.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { PlacesFolder } from "./places-folder.ts";

/**
 * Whether a path is a regular file of its user that really lies in a folder: through no link, not elsewhere by `..`. Folders in
 * a repository may hold whatever someone planted.
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

/** Makes a folder of the places. Throws where a link stands on the way: it would lead somewhere else. */
export function ensureFolder({ memory, artifacts }: PlacesFolder, path: string): void {
  const base = artifacts ?? memory;
  for (let at = path; at.startsWith(base); at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new HoldfastError("store_unavailable", `${at} is a symbolic link: remove it.`);
  }
  // Private where it is ours; in a shared folder as the user's umask has it.
  makeDirectory(path, artifacts === null ? 0o700 : 0o777);
}

import { lstatSync, realpathSync } from "node:fs";
import { dirname, sep } from "node:path";
import { makeDirectory } from "../../files/make-directory.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { PlacesDirectory } from "./places-directory.ts";

/**
 * Whether a path is a regular file of this user that really is in a directory, and not elsewhere through a link or
 * `..`. A repository may contain files that an attacker has planted.
 */
export function isFileIn(directory: string, path: string): boolean {
  try {
    const stat = lstatSync(path);
    const uid = process.getuid?.();
    if (!stat.isFile() || (uid !== undefined && stat.uid !== uid)) return false;
    return `${realpathSync(dirname(path))}${sep}`.startsWith(`${realpathSync(directory)}${sep}`);
  } catch {
    return false;
  }
}

/** Creates a directory for places. Throws if a component of its path is a symbolic link, which could lead elsewhere. */
export function ensureDirectory({ root, mode }: Pick<PlacesDirectory, "root" | "mode">, path: string): void {
  for (let at = path; at.startsWith(root); at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new HoldfastError("store_unavailable", `${at} is a symbolic link: remove it.`);
  }
  makeDirectory(path, mode);
}

import { lstatSync } from "node:fs";
import { bytesInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";

/** Whether the path leads through a symbolic link. git refuses to look there. Directories are looked at once. */
export function createLinkCheck(worktree: string): (path: RawPath) => boolean {
  const known = new Map<RawPath, boolean>();
  const isBehind = (path: RawPath): boolean => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (parent === "") return false;
    const found = known.get(parent) ?? (isBehind(parent) || isLink(bytesInside(worktree, parent)));
    known.set(parent, found);
    return found;
  };
  return isBehind;
}

function isLink(path: Buffer): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false; // a file is in the way
  }
}

import type { Stats } from "node:fs";
import { parentOf, statInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";

/**
 * Whether the path leads through a symbolic link. git refuses to look there. Directories are looked at once; what is found
 * there is reported.
 */
export function createLinkCheck(
  worktree: string,
  onDirectory: (path: RawPath, stat: Stats | undefined) => void = () => {},
): (path: RawPath) => boolean {
  const known = new Map<RawPath, boolean>();
  const isBehind = (path: RawPath): boolean => {
    const parent = parentOf(path);
    if (parent === "") return false;
    const found = known.get(parent) ?? (isBehind(parent) || isLink(parent));
    known.set(parent, found);
    return found;
  };
  const isLink = (path: RawPath): boolean => {
    const stat = statInside(worktree, path);
    onDirectory(path, stat);
    return stat?.isSymbolicLink() === true;
  };
  return isBehind;
}

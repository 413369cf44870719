import { isAbsolute, relative, resolve, sep } from "node:path";

/** The worktree of a path, and the directory inside it where the reader is (default: its root). */
interface Reader {
  worktree: string;
  from?: string | undefined;
}

/**
 * A path as somebody in a directory names it: relative to that directory if it is in the same worktree, otherwise
 * absolute. A relative path counts from the root of the worktree.
 */
export function shownPath(path: string, { worktree, from = worktree }: Reader): string {
  if (worktree === "") return path;
  const absolute = resolve(worktree, path);
  if (!isInside(worktree, absolute)) return absolute;
  return relative(isInside(worktree, from) ? from : worktree, absolute);
}

/** Whether an absolute path is a directory or something in it. */
export function isInside(directory: string, path: string): boolean {
  const inner = relative(directory, path);
  return inner !== ".." && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}

import { dirname, join, resolve } from "node:path";
import { namesIn, readSmallFile } from "../files/read-small-file.ts";
import { findRepository, realPath } from "./find-repository.ts";

/** More than anyone works in at once. */
const MOST = 100;

/** The worktrees of a worktree's repository, that one included. None outside of git. */
export function listWorktrees(worktree: string): string[] {
  const own = findRepository(worktree);
  if (!own) return [];
  const entries = join(own.commonDir, "worktrees");
  const linked = namesIn(entries)
    .slice(0, MOST)
    .flatMap((name) => worktreeOf(join(entries, name)) ?? []);
  return [...new Set([own.projectRoot, ...linked])].filter((path) => {
    const found = findRepository(path);
    return found?.worktree === path && found.commonDir === own.commonDir;
  });
}

/** Undefined if it was deleted. */
function worktreeOf(entry: string): string | undefined {
  const pointer = readSmallFile(join(entry, "gitdir"))?.trim();
  return pointer ? realPath(dirname(resolve(entry, pointer))) : undefined;
}

import { realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readSmallFile } from "./read-small-file.ts";

export interface Repository {
  worktree: string;
  /** The worktree's own git directory: holds HEAD. */
  gitDir: string;
  /** Shared by all worktrees of the repository: holds refs. */
  commonDir: string;
}

/** Walks up from a real path to the first `.git`, a directory or a file that points to one. */
export function findRepository(folder: string): Repository | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = repositoryAt(at);
    if (found || at === dirname(at)) return found;
  }
}

function repositoryAt(worktree: string): Repository | undefined {
  const gitDir = gitDirOf(join(worktree, ".git"), worktree);
  if (!gitDir || readSmallFile(join(gitDir, "HEAD")) === undefined) return undefined;
  const shared = readSmallFile(join(gitDir, "commondir"))?.trim();
  const commonDir = shared ? (realPath(resolve(gitDir, shared)) ?? gitDir) : gitDir;
  return { worktree, gitDir, commonDir };
}

function gitDirOf(path: string, worktree: string): string | undefined {
  const found = attempt(() => statSync(path));
  if (found?.isDirectory()) return realPath(path);
  if (!found?.isFile()) return undefined;
  const target = /^gitdir: (.+)$/m.exec(readSmallFile(path) ?? "")?.[1]?.trim();
  return target ? realPath(resolve(worktree, target)) : undefined;
}

export function realPath(path: string): string | undefined {
  return attempt(() => realpathSync.native(path));
}

/** Undefined when there is nothing, or nothing that we may see. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

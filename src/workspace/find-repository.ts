import { realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readSmallFile } from "../files/read-small-file.ts";

export interface Repository {
  worktree: string;
  /** The worktree's own git directory, with HEAD. */
  gitDir: string;
  /** Shared by all worktrees of the repository, with refs. */
  commonDir: string;
  /** Identifies the project: all linked worktrees of a repository share it. */
  projectRoot: string;
}

/**
 * Walks up from a real path to the first `.git` that can be trusted. A directory may come from an archive, so it cannot
 * claim to be part of another repository: see `linkedCommonDir`. As with git's `safe.directory`, a `.git` of another
 * user is skipped, unless the directory in question belongs to the same user.
 */
export function findRepository(directory: string): Repository | undefined {
  const owners = trustedOwners(directory);
  for (let at = directory; ; at = dirname(at)) {
    const found = repositoryAt(at, owners);
    if (found || at === dirname(at)) return found;
  }
}

function trustedOwners(directory: string): Set<number | undefined> {
  return new Set([process.getuid?.(), attempt(() => statSync(directory))?.uid]);
}

function repositoryAt(worktree: string, owners: ReadonlySet<number | undefined>): Repository | undefined {
  const pointer = join(worktree, ".git");
  const found = attempt(() => statSync(pointer));
  if (!found || (process.getuid && !owners.has(found.uid))) return undefined;
  const gitDir = gitDirOf(pointer, found);
  if (!gitDir || readSmallFile(join(gitDir, "HEAD")) === undefined) return undefined;
  const commonDir = linkedCommonDir(worktree, gitDir);
  // A submodule, a separate git directory, a symlinked `.git`, or a false claim: a separate project.
  if (commonDir === undefined) return { worktree, gitDir, commonDir: gitDir, projectRoot: worktree };
  return { worktree, gitDir, commonDir, projectRoot: mainWorktree(commonDir) };
}

function gitDirOf(pointer: string, found: Stats): string | undefined {
  if (found.isDirectory()) return realPath(pointer);
  if (!found.isFile()) return undefined;
  const target = /^gitdir: (.+)$/m.exec(readSmallFile(pointer) ?? "")?.[1]?.trim();
  return target ? realPath(resolve(dirname(pointer), target)) : undefined;
}

/**
 * The common directory of a worktree that `git worktree add` made: its git directory is among that directory's
 * worktrees and points back. Neither can be forged without writing to that repository.
 */
function linkedCommonDir(worktree: string, gitDir: string): string | undefined {
  const back = readSmallFile(join(gitDir, "gitdir"))?.trim();
  const shared = readSmallFile(join(gitDir, "commondir"))?.trim();
  if (!back || !shared) return undefined;
  const commonDir = realPath(resolve(gitDir, shared));
  const isEntry = commonDir !== undefined && dirname(gitDir) === join(commonDir, "worktrees");
  return isEntry && realPath(resolve(gitDir, back)) === join(worktree, ".git") ? commonDir : undefined;
}

/**
 * A bare repository and a submodule keep their git directory elsewhere. A submodule says where its files are, which
 * counts only if the `.git` there points back: otherwise any repository could name the directory of another project.
 */
function mainWorktree(commonDir: string): string {
  if (basename(commonDir) === ".git") return dirname(commonDir);
  const config = readSmallFile(join(commonDir, "config")) ?? "";
  const configured = /^[ \t]*worktree[ \t]*=[ \t]*(.+)$/m.exec(config)?.[1]?.trim();
  const directory = configured && realPath(resolve(commonDir, configured));
  if (!directory) return commonDir;
  const pointer = join(directory, ".git");
  const found = attempt(() => statSync(pointer));
  return found && gitDirOf(pointer, found) === commonDir ? directory : commonDir;
}

export function realPath(path: string): string | undefined {
  return attempt(() => realpathSync.native(path));
}

/** Undefined if there is nothing, or if access is denied. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

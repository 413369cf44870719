import { realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readSmallFile } from "../files/read-small-file.ts";

export interface Repository {
  worktree: string;
  /** The worktree's own git directory: holds HEAD. */
  gitDir: string;
  /** Shared by all worktrees of the repository: holds refs. */
  commonDir: string;
  /** Names the project: all linked worktrees of a repository share it. */
  projectRoot: string;
}

/**
 * Walks up from a real path to the first `.git` that can be trusted. A folder may come from an archive, so it
 * cannot claim to be part of another repository: see `linkedTo`. As git's `safe.directory` does, a `.git` of
 * another user is skipped, unless the folder in question belongs to the same user.
 */
export function findRepository(folder: string): Repository | undefined {
  const owners = trustedOwners(folder);
  for (let at = folder; ; at = dirname(at)) {
    const found = repositoryAt(at, owners);
    if (found || at === dirname(at)) return found;
  }
}

function trustedOwners(folder: string): Set<number | undefined> {
  return new Set([process.getuid?.(), attempt(() => statSync(folder))?.uid]);
}

function repositoryAt(worktree: string, owners: ReadonlySet<number | undefined>): Repository | undefined {
  const pointer = join(worktree, ".git");
  const found = attempt(() => statSync(pointer));
  if (!found || (process.getuid && !owners.has(found.uid))) return undefined;
  const gitDir = gitDirOf(pointer, found);
  if (!gitDir || readSmallFile(join(gitDir, "HEAD")) === undefined) return undefined;
  const commonDir = linkedTo(worktree, gitDir);
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
 * The common directory of a worktree that `git worktree add` made: its git directory lies among that directory's worktrees
 * and points back. Neither can be forged without writing into that repository.
 */
function linkedTo(worktree: string, gitDir: string): string | undefined {
  const back = readSmallFile(join(gitDir, "gitdir"))?.trim();
  const shared = readSmallFile(join(gitDir, "commondir"))?.trim();
  if (!back || !shared) return undefined;
  const commonDir = realPath(resolve(gitDir, shared));
  const isEntry = commonDir !== undefined && dirname(gitDir) === join(commonDir, "worktrees");
  return isEntry && realPath(resolve(gitDir, back)) === join(worktree, ".git") ? commonDir : undefined;
}

/**
 * A bare repository and a submodule keep their git directory elsewhere; the latter says where its files are, which counts
 * only if the `.git` there points back: else any repository could name the folder of another project.
 */
function mainWorktree(commonDir: string): string {
  if (basename(commonDir) === ".git") return dirname(commonDir);
  const config = readSmallFile(join(commonDir, "config")) ?? "";
  const configured = /^[ \t]*worktree[ \t]*=[ \t]*(.+)$/m.exec(config)?.[1]?.trim();
  const folder = configured && realPath(resolve(commonDir, configured));
  if (!folder) return commonDir;
  const pointer = join(folder, ".git");
  const found = attempt(() => statSync(pointer));
  return found && gitDirOf(pointer, found) === commonDir ? folder : commonDir;
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

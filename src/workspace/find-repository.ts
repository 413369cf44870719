import { realpath, stat } from "node:fs/promises";
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
export async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await repositoryAt(at);
    if (found || at === dirname(at)) return found;
  }
}

async function repositoryAt(worktree: string): Promise<Repository | undefined> {
  const gitDir = await gitDirOf(join(worktree, ".git"), worktree);
  if (!gitDir || (await readSmallFile(join(gitDir, "HEAD"))) === undefined) return undefined;
  const shared = (await readSmallFile(join(gitDir, "commondir")))?.trim();
  const commonDir = shared ? await realpath(resolve(gitDir, shared)).catch(() => gitDir) : gitDir;
  return { worktree, gitDir, commonDir };
}

async function gitDirOf(path: string, worktree: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return await realpath(path);
  if (!found?.isFile()) return undefined;
  const target = /^gitdir: (.+)$/m.exec((await readSmallFile(path)) ?? "")?.[1]?.trim();
  return target ? await realpath(resolve(worktree, target)).catch(() => undefined) : undefined;
}

import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { GitPlace, Workspace } from "../kernel/context.ts";
import { findRepository } from "./find-repository.ts";
import { readHead } from "./read-head.ts";
import { readProjectConfig } from "./read-project-config.ts";

/**
 * Locates a folder by reading git's own files. No git process runs, so no hook, filter, pager or fsmonitor of a
 * hostile repository can run either, and a lookup costs a handful of reads.
 */
export function createWorkspace(): Workspace {
  return { locate, projectConfig: readProjectConfig };
}

async function locate(cwd: string): Promise<GitPlace> {
  const folder = await realpath(cwd).catch(() => cwd);
  const repository = await findRepository(folder);
  if (!repository) return { projectRoot: folder, worktree: folder, head: null, branch: null };
  const head = await readHead(repository);
  return { projectRoot: projectRoot(repository.commonDir), worktree: repository.worktree, ...head };
}

/** The project is named by its common directory, so that all worktrees of a repository share it. */
function projectRoot(commonDir: string): string {
  return basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;
}

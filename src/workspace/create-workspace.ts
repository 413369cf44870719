import { lstatSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { readSmallFile } from "../files/read-small-file.ts";
import { ProjectConfig } from "../kernel/config/project-config.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { GitLocation, Workspace } from "../kernel/ports/workspace.ts";
import { createPackageFinder, realDirectory } from "./find-package.ts";
import { attempt, findRepository, realPath } from "./find-repository.ts";
import { listWorktrees } from "./list-worktrees.ts";
import { readHead } from "./read-head.ts";

/**
 * Locates a directory by reading git's own files. No git process runs, so no hook, filter, pager or fsmonitor of a
 * hostile repository can run either. A lookup takes only a few small reads, so they are synchronous. The name of a
 * branch is untrusted text that is stored, so it is redacted.
 */
export function createWorkspace(redactor: Redactor, home = homedir(), searchPath = ""): Workspace {
  return {
    identify: async (directory) => {
      const { identifyProject } = await import("./identify-project.ts");
      return await identifyProject(realPath(directory) ?? directory, searchPath);
    },
    locate: async (cwd) => {
      const location = locate(cwd, home);
      return { ...location, branch: location.branch === null ? null : redactor.text(location.branch) };
    },
    directoryId: async (directory) => directoryId(directory),
    worktreesOf: async (worktree) => listWorktrees(worktree),
    packagesOf: async (worktree, directories) => {
      const find = createPackageFinder(worktree);
      return directories.map((directory) => find(realDirectory(directory)));
    },
    projectConfig: async (worktree) => readProjectConfig(worktree),
  };
}

/**
 * Some people keep their home directory, with its settings, in a repository. The work in the directories below it has
 * nothing to do with that, so each is a project of its own.
 */
function locate(cwd: string, home: string): GitLocation {
  const directory = realPath(cwd) ?? cwd;
  const repository = findRepository(directory);
  const isHomes =
    repository !== undefined && repository.worktree !== directory && repository.worktree === realPath(home);
  if (!repository || isHomes)
    return { projectRoot: directory, worktree: directory, head: null, branch: null };
  const { projectRoot, worktree } = repository;
  return { projectRoot, worktree, ...readHead(repository) };
}

/** A number is given again to another directory later, and several may be created within one tick of the clock. */
function directoryId(path: string): string | null {
  const stat = attempt(() => lstatSync(path, { bigint: true }));
  return stat?.isDirectory() && stat.birthtimeNs > 0n ? `${stat.birthtimeNs} ${stat.ino}` : null;
}

function readProjectConfig(worktree: string): ProjectConfig {
  const file = join(worktree, ".holdfast.json");
  const text = readSmallFile(file);
  if (text === undefined) return ProjectConfig.parse({});
  try {
    return ProjectConfig.parse(JSON.parse(text));
  } catch (error) {
    // The parser's own message quotes the text, which could be any file of the user if the path is a link.
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : "it is not valid JSON";
    throw new HoldfastError("config_invalid", `${file}: ${reason}`, { cause: error });
  }
}

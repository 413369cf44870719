import type { ProjectConfig } from "../config/project-config.ts";

/** Where a directory belongs. Read from files only: no git process, no hook, no filter can run. */
export interface GitLocation {
  /** Git common directory, or the real path of the directory outside git. */
  projectRoot: string;
  /** Real path of the worktree's top level, or of the directory. */
  worktree: string;
  head: string | null;
  branch: string | null;
}

export interface Workspace {
  locate(cwd: string): Promise<GitLocation>;
  /** `.holdfast.json` of a worktree; the defaults when there is none. Throws `config_invalid` naming the file. */
  projectConfig(worktree: string): Promise<ProjectConfig>;
}

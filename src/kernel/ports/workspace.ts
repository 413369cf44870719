import type { ProjectConfig } from "../config/project-config.ts";

/** The repository and worktree of a directory. Read from files only, so that no git process, hook or filter can run. */
export interface GitLocation {
  /** The git common directory; outside git, the real path of the directory. */
  projectRoot: string;
  /** The real path of the worktree's top level; outside git, that of the directory. */
  worktree: string;
  head: string | null;
  branch: string | null;
}

/** What tells one project from another, whatever the machine and the directory of the clone. */
export interface ProjectIdentity {
  /** The addresses of the remotes as `host/path`, without protocol, user and password. */
  remotes: readonly string[];
  /** The first commit; null outside of git, before the first commit, and in a shallow clone. */
  rootCommit: string | null;
}

export interface Workspace {
  locate(cwd: string): Promise<GitLocation>;
  /** What a directory keeps when it is renamed, and has in common with no other one. Null if the file system knows none. */
  directoryId(directory: string): Promise<string | null>;
  /** The worktrees of a worktree's repository, that one included. None outside of git. */
  worktreesOf(worktree: string): Promise<string[]>;
  /** Reads the whole history in the worst case. */
  identify(directory: string): Promise<ProjectIdentity>;
  /**
   * The package of each directory: the nearest one above it with a manifest, relative to the worktree. Undefined for a
   * directory that is in no package below the worktree's root.
   */
  packagesOf(worktree: string, directories: readonly string[]): Promise<(string | undefined)[]>;
  /**
   * Reads `.holdfast.json` of a worktree. Returns the defaults if there is none; throws `config_invalid` with the file
   * name.
   */
  projectConfig(worktree: string): Promise<ProjectConfig>;
}

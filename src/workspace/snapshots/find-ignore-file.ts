import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readSmallFile, SMALL_FILE } from "../../files/read-small-file.ts";
import { isInside } from "../../text/shown-path.ts";
import { attempt, type Repository, realPath } from "../find-repository.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { type GitPlace, runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

interface UserOptions {
  home: string;
  /** `XDG_CONFIG_HOME`; undefined for `.config` of the home directory. */
  configHome: string | undefined;
}

/** A file with ignore rules for all files of a worktree. */
export interface IgnoreFile {
  path: string;
  /** It is outside of the worktree, and only the configuration of the repository names it. */
  isForeign: boolean;
}

/** The file that `core.excludesFile` names, or the usual one: as in git. Undefined if it is set to no file. */
export async function findIgnoreFile(
  layout: StoreLayout,
  options: UserOptions,
): Promise<IgnoreFile | undefined> {
  const { worktree } = layout;
  const own = await readOwnSetting(layout, options);
  if (own === "") return undefined;
  if (own !== undefined) {
    const path = resolve(worktree, own);
    return { path, isForeign: !isInside(worktree, realPath(path) ?? path) };
  }
  const users = await readUserSetting(layout, options);
  return { path: users ?? join(configDirectory(options), "git", "ignore"), isForeign: false };
}

/** What the configuration of the repository and of this worktree says. git reads these files for nothing but this setting. */
async function readOwnSetting(layout: StoreLayout, { home }: UserOptions): Promise<string | undefined> {
  const { repository } = layout;
  if (!repository) return undefined;
  const shared = join(repository.commonDir, "config");
  const ofWorktree = hasWorktreeConfig(shared) ? [join(repository.gitDir, "config.worktree")] : [];
  const files = [shared, ...ofWorktree].filter(mayName);
  return lastOf(await readEach({ ...layout, repository, environment: { HOME: home } }, files));
}

function hasWorktreeConfig(config: string): boolean {
  return /^[ \t]*worktreeconfig[ \t]*(?:=[ \t]*(?:true|yes|on|1)[ \t]*)?\r?$/im.test(
    readSmallFile(config) ?? "",
  );
}

const SYSTEM = "/etc/gitconfig";

/** git itself reads the configuration of the user and of the system, since it may include other files. */
async function readUserSetting(layout: StoreLayout, options: UserOptions): Promise<string | undefined> {
  const { home, configHome } = options;
  const files = [SYSTEM, join(configDirectory(options), "git", "config"), join(home, ".gitconfig")];
  const used = files.filter(mayName);
  if (used.length === 0) return undefined;
  const environment = {
    HOME: home,
    XDG_CONFIG_HOME: configHome,
    GIT_CONFIG_NOSYSTEM: "0",
    GIT_CONFIG_GLOBAL: undefined,
  };
  const { repository } = layout;
  const found =
    repository && used.some(isConditional)
      ? await readEach({ ...layout, repository, environment }, used)
      : // The last one is ours, on the command line.
        [(await readSetting({ ...layout, environment })).slice(0, -1)];
  return lastOf(found) || undefined;
}

/** A condition of an include is about the directory of the repository. Only the named files are read for settings. */
async function readEach(
  place: StoreLayout & { repository: Repository },
  files: readonly string[],
): Promise<string[][]> {
  const { environment, repository } = place;
  const directory = files.some(isConditional) ? { GIT_DIR: repository.gitDir } : {};
  const inside = { ...place, environment: { ...environment, ...directory } };
  return await Promise.all(files.map((file) => readSetting(inside, file)));
}

function isConditional(config: string): boolean {
  return /includeif/i.test(readSmallFile(config) ?? "");
}

function lastOf(found: readonly (readonly string[])[]): string | undefined {
  const path = found.flat().at(-1);
  return path === undefined ? undefined : Buffer.from(path, "latin1").toString();
}

/** Most name no ignore file and include no other configuration, so that git need not be asked. */
function mayName(config: string): boolean {
  const size = attempt(() => statSync(config))?.size ?? 0;
  return size >= SMALL_FILE || /excludesfile|include/i.test(readSmallFile(config) ?? "");
}

/** git would wait for a pipe that an `include` names. */
const LIMIT_MS = 10_000;

async function readSetting(place: GitPlace, file?: string): Promise<string[]> {
  const source = file === undefined ? [] : ["--file", file];
  const args = ["config", ...source, "--includes", "--type=path", "-z", "--get-all", "core.excludesFile"];
  // A file that git cannot read has no settings for it either.
  return splitAtNul(await runGit(place, args, { accept: [1, 128], timeoutMs: LIMIT_MS }));
}

function configDirectory({ home, configHome }: UserOptions): string {
  return configHome ?? join(home, ".config");
}

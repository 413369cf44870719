import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readSmallFile, SMALL_FILE } from "../../files/read-small-file.ts";
import { isInside } from "../../text/shown-path.ts";
import { realPath } from "../find-repository.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { type GitPlace, runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

interface UserOptions {
  home: string;
  /** `XDG_CONFIG_HOME`; undefined for `.config` of the home directory. */
  configHome: string | undefined;
}

/** The ignore file that holds for all repositories of the user, unless the repository names another one: as in git. */
export async function findIgnoreFile(layout: StoreLayout, options: UserOptions): Promise<string> {
  const { repository, worktree } = layout;
  const named = repository && excludesFileIn(join(repository.commonDir, "config"));
  const own = named === undefined ? undefined : realPath(resolve(worktree, named));
  // The repository may come from an archive, so it cannot name a file elsewhere, whose content would be kept.
  if (own !== undefined && isInside(worktree, own)) return own;
  return (await readUserSetting(layout, options)) ?? join(configDirectory(options), "git", "ignore");
}

function excludesFileIn(config: string): string | undefined {
  const setting = /^[ \t]*excludesfile[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$/im;
  return setting.exec(readSmallFile(config) ?? "")?.[1];
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
  const isConditional = used.some((file) => /includeif/i.test(readSmallFile(file) ?? ""));
  const found =
    repository && isConditional
      ? // A condition is about the directory of the repository. Only the named files are read for settings.
        await Promise.all(
          used.map((file) =>
            readSetting({ ...layout, environment: { ...environment, GIT_DIR: repository.gitDir } }, file),
          ),
        )
      : // The last one is ours, on the command line.
        [(await readSetting({ ...layout, environment })).slice(0, -1)];
  const path = found.flat().at(-1);
  return path === undefined || path === "" ? undefined : Buffer.from(path, "latin1").toString();
}

/** Most name no ignore file and include no other configuration, so that git need not be asked. */
function mayName(config: string): boolean {
  const size = statSync(config, { throwIfNoEntry: false })?.size ?? 0;
  return size >= SMALL_FILE || /excludesfile|include/i.test(readSmallFile(config) ?? "");
}

async function readSetting(place: GitPlace, file?: string): Promise<string[]> {
  const source = file === undefined ? [] : ["--file", file];
  const args = ["config", ...source, "--includes", "--type=path", "-z", "--get-all", "core.excludesFile"];
  // A file that git cannot read has no settings for it either.
  return splitAtNul(await runGit(place, args, { accept: [1, 128] }));
}

function configDirectory({ home, configHome }: UserOptions): string {
  return configHome ?? join(home, ".config");
}

import { type Dirent, readdirSync } from "node:fs";
import { isNestedRepository } from "../../files/nested-repository.ts";
import { bytesInside, statInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const LIST = ["ls-files", "-z", "--others", "--exclude-standard"];
const MAX_EMPTY = 1_000;
/** Not more directories than this are read. A restore leaves out those that are ignored. */
const MAX_READ = 10_000;

/** What is there besides the files of the private index. */
export interface UntrackedPaths {
  files: RawPath[];
  /** Directories without files. */
  directories: RawPath[];
  /** Directories whose own `.gitignore` excludes all that is in them, itself included, so that no tree has that rule. */
  selfIgnored: RawPath[];
  /** Directories into which git could not look. Each ends in a slash. */
  unreadable: RawPath[];
}

/** What git says about such a directory. It replaces control characters. */
const UNREADABLE = /^warning: could not open directory '(.+)': /;

/**
 * Lists new files, and directories without files. Directories without known files come as a whole at first. If there are
 * any besides repositories of their own, git lists their files in a second walk. It also does if a directory took the place
 * of a file, which git overlooks in the first walk. Most snapshots need only one.
 * @param changed the paths of the private index that changed
 */
export async function listUntracked(
  layout: StoreLayout,
  changed: Promise<readonly RawPath[]>,
): Promise<UntrackedPaths> {
  let warnings = "";
  const list = async (...more: string[]) => {
    const onWarnings = (text: string) => (warnings += `${text}\n`);
    return splitAtNul(await runGit(layout, [...LIST, ...more], { onWarnings }));
  };
  const found = await list("--directory");
  const whole = found.filter((entry) => entry.endsWith("/") && !isRepository(layout, entry.slice(0, -1)));
  const isOne = whole.length === 0 && !(await changed).some((path) => isDirectory(layout, path));
  const files = isOne ? found : await list();
  return { files, unreadable: findUnreadable(warnings), ...lookInto(layout, whole, files) };
}

function findUnreadable(warnings: string): RawPath[] {
  const found = warnings.split("\n").flatMap((line) => UNREADABLE.exec(line)?.[1] ?? []);
  return [...new Set(found.map((path) => (path.endsWith("/") ? path : `${path}/`)))];
}

function isDirectory(layout: StoreLayout, path: RawPath): boolean {
  return statInside(layout.worktree, path)?.isDirectory() ?? false;
}

function isRepository(layout: StoreLayout, directory: RawPath): boolean {
  return isNestedRepository(bytesInside(layout.worktree, directory));
}

/** Looks into the directories that git has not entered before. */
function lookInto(
  layout: StoreLayout,
  whole: readonly RawPath[],
  files: readonly RawPath[],
): Pick<UntrackedPaths, "directories" | "selfIgnored"> {
  const pending = whole.map((directory) => directory.slice(0, -1));
  const empty: RawPath[] = [];
  const selfIgnored: RawPath[] = [];
  for (let read = 0; pending.length > 0 && read < MAX_READ && empty.length < MAX_EMPTY; read++) {
    const directory = pending.pop() ?? "";
    const entries = readDirectory(layout, directory);
    if (!entries) continue;
    if (entries.length === 0) empty.push(directory);
    if (ignoresItself(directory, entries, files)) selfIgnored.push(directory);
    else for (const below of subdirectoriesOf(directory, entries)) pending.push(below);
  }
  return { directories: empty.toSorted(), selfIgnored: selfIgnored.toSorted() };
}

function ignoresItself(directory: RawPath, entries: readonly Dirent[], files: readonly RawPath[]): boolean {
  const hasRules = entries.some(({ name }) => name === ".gitignore");
  return hasRules && !files.some((path) => path.startsWith(`${directory}/`));
}

function subdirectoriesOf(directory: RawPath, entries: readonly Dirent[]): RawPath[] {
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${directory}/${name}`);
}

/** Nothing of a repository of its own, nor of what cannot be read. */
function readDirectory(layout: StoreLayout, directory: RawPath) {
  try {
    if (isRepository(layout, directory)) return undefined;
    return readdirSync(bytesInside(layout.worktree, directory), { encoding: "latin1", withFileTypes: true });
  } catch {
    return undefined;
  }
}

import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { bytesInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const LIST = ["ls-files", "-z", "--others", "--exclude-standard"];
const MAX_EMPTY = 1_000;
/** Not more directories than this are read. A restore leaves out those that are ignored. */
const MAX_READ = 10_000;

/** What is there besides the files of the private index. */
export interface Untracked {
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
 * Lists new files, and directories without files. git reports a directory without known files as a whole if it is asked
 * to, but then overlooks one that took the place of a file: both lists are made at once.
 */
export async function listUntracked(layout: StoreLayout): Promise<Untracked> {
  let warnings = "";
  const onWarnings = (text: string) => {
    warnings = text;
  };
  const [files, whole] = await Promise.all([
    runGit(layout, LIST, { onWarnings }),
    runGit(layout, [...LIST, "--directory"]),
  ]);
  const directories = splitAtNul(whole).filter((entry) => entry.endsWith("/"));
  const listed = splitAtNul(files);
  return { files: listed, unreadable: findUnreadable(warnings), ...lookInto(layout, directories, listed) };
}

function findUnreadable(warnings: string): RawPath[] {
  const found = warnings.split("\n").flatMap((line) => UNREADABLE.exec(line)?.[1] ?? []);
  return found.map((path) => (path.endsWith("/") ? path : `${path}/`));
}

/** Looks into the directories that git has not entered before. */
function lookInto(
  { worktree }: StoreLayout,
  whole: readonly RawPath[],
  files: readonly RawPath[],
): Pick<Untracked, "directories" | "selfIgnored"> {
  const pending = whole.map((directory) => directory.slice(0, -1));
  const empty: RawPath[] = [];
  const selfIgnored: RawPath[] = [];
  for (let read = 0; pending.length > 0 && read < MAX_READ && empty.length < MAX_EMPTY; read++) {
    const directory = pending.pop() ?? "";
    const entries = readDirectory(worktree, directory);
    if (!entries) continue;
    if (entries.length === 0) empty.push(directory);
    if (ignoresItself(directory, entries, files)) selfIgnored.push(directory);
    else pending.push(...subdirectoriesOf(directory, entries));
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
function readDirectory(worktree: string, directory: RawPath) {
  try {
    if (lstatSync(bytesInside(worktree, `${directory}/.git`), { throwIfNoEntry: false })) return undefined;
    return readdirSync(bytesInside(worktree, directory), { encoding: "latin1", withFileTypes: true });
  } catch {
    return undefined;
  }
}

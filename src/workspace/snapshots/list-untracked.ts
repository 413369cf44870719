import { lstatSync, readdirSync } from "node:fs";
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
}

/**
 * Lists new files, and directories without files. git reports a directory without known files as a whole if it is asked
 * to, but then overlooks one that took the place of a file: both lists are made at once.
 */
export async function listUntracked(layout: StoreLayout): Promise<Untracked> {
  const [files, whole] = await Promise.all([runGit(layout, LIST), runGit(layout, [...LIST, "--directory"])]);
  const directories = splitAtNul(whole).filter((entry) => entry.endsWith("/"));
  return { files: splitAtNul(files), directories: findEmpty(layout, directories) };
}

/** The innermost directories without files, in those that git has not entered before. */
function findEmpty({ worktree }: StoreLayout, whole: readonly RawPath[]): RawPath[] {
  const pending = whole.map((directory) => directory.slice(0, -1));
  const empty: RawPath[] = [];
  for (let read = 0; pending.length > 0 && read < MAX_READ && empty.length < MAX_EMPTY; read++) {
    const directory = pending.pop() ?? "";
    const entries = readDirectory(worktree, directory);
    if (entries?.length === 0) empty.push(directory);
    for (const entry of entries ?? []) if (entry.isDirectory()) pending.push(`${directory}/${entry.name}`);
  }
  return empty.toSorted();
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

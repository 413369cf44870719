import { nameOf, parentOf } from "../../files/raw-path.ts";
import type { FileChange, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { DIRECTORY, type Entries, readDirectories } from "./index-directories.ts";
import { writeObject } from "./loose-objects.ts";
import type { StoreLayout } from "./store-layout.ts";

/** What is at each path. */
export type TreeEdits = ReadonlyMap<RawPath, TreeFile>;

interface EditedTree {
  tree: string;
  /** The edits that made a difference. */
  changes: FileChange[];
}

/** Directories of the private index, with their entries. */
export type OpenDirectories = Map<RawPath, Entries>;

/** Undefined if one of the paths is in a new directory, or is a directory itself. Also if the index cannot be read. */
export function openDirectories(
  layout: StoreLayout,
  indexTree: string,
  paths: readonly RawPath[],
): OpenDirectories | undefined {
  const directories = new Set(directoriesOf(paths));
  const trees = readDirectories(layout, { tree: indexTree, directories });
  const isDirectory = (path: RawPath) => trees?.get(parentOf(path))?.get(nameOf(path))?.mode === DIRECTORY;
  return paths.some((path) => directories.has(path) || isDirectory(path)) ? undefined : trees;
}

/** Writes the tree of the private index with a few files that differ, without git. Changes the entries. */
export function editTree(
  layout: StoreLayout,
  indexTree: string,
  { trees, edits }: { trees: OpenDirectories; edits: TreeEdits },
): EditedTree {
  const changes: FileChange[] = [];
  for (const [path, after] of edits) {
    const before = trees.get(parentOf(path))?.get(nameOf(path)) ?? null;
    if (before?.mode === after.mode && before.blob === after.blob) continue;
    changes.push({ path, before, after });
    setEntry(trees, path, after);
  }
  return { tree: writeDirectories(layout, indexTree, { trees, changes }), changes };
}

/** Each of them, and those above it, before what is above it. Empty for the root. */
function directoriesOf(paths: Iterable<RawPath>): RawPath[] {
  const found = new Set<RawPath>();
  for (const path of paths)
    for (let at = path; at !== "" && !found.has(parentOf(at)); at = parentOf(at)) found.add(parentOf(at));
  return [...found].toSorted((a, b) => b.length - a.length);
}

function setEntry(trees: OpenDirectories, path: RawPath, entry: TreeFile): void {
  trees.get(parentOf(path))?.set(nameOf(path), entry);
}

function writeDirectories(
  layout: StoreLayout,
  root: string,
  { trees, changes }: { trees: OpenDirectories; changes: readonly FileChange[] },
): string {
  let written = root;
  for (const directory of directoriesOf(changes.map(({ path }) => path))) {
    written = writeObject(layout, "tree", formatEntries(trees.get(directory) ?? new Map()));
    if (directory !== "") setEntry(trees, directory, { mode: DIRECTORY, blob: written });
  }
  return written;
}

/** git sorts a directory as if its name ended in a slash. */
function formatEntries(entries: Entries): Buffer {
  const sortKey = (name: string, { mode }: TreeFile) =>
    Buffer.from(mode === DIRECTORY ? `${name}/` : name, "latin1");
  const sorted = [...entries]
    .map(([name, entry]) => ({ name, entry, key: sortKey(name, entry) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key));
  return Buffer.concat(
    sorted.flatMap(({ name, entry }) => [
      Buffer.from(`${entry.mode} ${name}\0`, "latin1"),
      Buffer.from(entry.blob, "hex"),
    ]),
  );
}

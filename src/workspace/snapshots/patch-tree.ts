import { nameOf, parentOf } from "../../files/raw-path.ts";
import type { FileChange, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { writeObject } from "./loose-objects.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";
import { DIRECTORY, formatTreeEntries, parseTreeEntries, sortKey, type TreeEntries } from "./tree-entries.ts";

/** Other files at some paths of a tree: null for none. */
export type TreePatch = ReadonlyMap<RawPath, TreeFile | null>;

/** The directories on the way to some paths, by their paths. The tree itself has an empty one. */
export type OpenTree = ReadonlyMap<RawPath, TreeEntries>;

const MAX_OUTPUT = 64 * 1024 * 1024;
/** The modes of directories and submodules. */
const NO_FILES = new Set([DIRECTORY, "160000"]);

/**
 * Reads the directories that lead to the paths, in one call. Undefined if they are not all there, or if git would not
 * understand a name.
 */
export async function openTree(
  layout: StoreLayout,
  tree: string,
  paths: Iterable<RawPath>,
): Promise<OpenTree | undefined> {
  const directories = directoriesOf(paths);
  if (directories.some((path) => path.includes("\n"))) return undefined;
  const asked = directories.map((path) => `${tree}:${path}`);
  const input = Buffer.from(`${asked.join("\n")}\n`, "latin1");
  // A captured tree is whole in our own store.
  const place = { ...layout, objects: undefined };
  const output = await runGit(place, ["cat-file", "--batch", "--buffer"], { input, limit: MAX_OUTPUT });
  const found = readTrees(output, directories.length);
  return (
    found &&
    new Map(found.map((content, i) => [directories[i] ?? "", parseTreeEntries(content, layout.hash)]))
  );
}

function directoriesOf(paths: Iterable<RawPath>): RawPath[] {
  const found = new Set<RawPath>([""]);
  for (const path of paths)
    for (let parent = parentOf(path); !found.has(parent); parent = parentOf(parent)) found.add(parent);
  return [...found];
}

/** `<id> tree <size>`, a line end, the content, a line end, for each of them. Undefined for anything else. */
function readTrees(output: Buffer, count: number): Buffer[] | undefined {
  const found: Buffer[] = [];
  for (let at = 0; found.length < count; ) {
    const lineEnd = output.indexOf(10, at);
    const size = /^[0-9a-f]{40,64} tree (\d+)$/.exec(
      output.toString("latin1", at, Math.max(at, lineEnd)),
    )?.[1];
    if (size === undefined) return undefined;
    const end = lineEnd + 1 + Number(size);
    if (end >= output.length) return undefined;
    found.push(output.subarray(lineEnd + 1, end));
    at = end + 1;
  }
  return found;
}

/** What of a patch is not in the tree yet. Undefined if a file and a directory would take each other's place. */
export function findDifferent(open: OpenTree, patch: TreePatch): TreePatch | undefined {
  const different = new Map<RawPath, TreeFile | null>();
  for (const [path, file] of patch) {
    const before = open.get(parentOf(path))?.get(nameOf(path));
    if (before && NO_FILES.has(before.mode)) return undefined;
    if (!isSame(before, file)) different.set(path, file);
  }
  return different;
}

function isSame(before: TreeFile | undefined, after: TreeFile | null): boolean {
  return before?.blob === after?.blob && before?.mode === after?.mode;
}

/** A tree that was made from another one, and how they differ: as git lists it, with the trees in them. */
export interface PatchedTree {
  tree: string;
  changes: FileChange[];
}

/**
 * Writes the directories that a patch changes. Undefined if one of them would have nothing left, so that the tree cannot have
 * it either.
 */
export function writePatchedTree(
  layout: Pick<StoreLayout, "store" | "hash">,
  open: OpenTree,
  patch: TreePatch,
): PatchedTree | undefined {
  const changed = namesByDirectory(patch);
  const changes: FileChange[] = [];
  const write = (directory: RawPath): string | undefined => {
    const entries = new Map(open.get(directory));
    for (const [name, path] of inOrder(changed.get(directory) ?? [], entries)) {
      const before = entries.get(name) ?? null;
      const change: FileChange = { path, before: before && asListed(before), after: null };
      changes.push(change);
      const after = changed.has(path) ? { mode: DIRECTORY, blob: write(path) } : (patch.get(path) ?? null);
      if (after === null) entries.delete(name);
      else if (after.blob === undefined) return undefined;
      else {
        const { mode, blob } = after;
        entries.set(name, { mode, blob });
        change.after = asListed({ mode, blob });
      }
    }
    return entries.size === 0 ? undefined : writeObject(layout, "tree", formatTreeEntries(entries));
  };
  const tree = write("");
  return tree === undefined ? undefined : { tree, changes };
}

/** The names in each directory that lead to a changed file. */
function namesByDirectory(patch: TreePatch): Map<RawPath, Set<RawPath>> {
  const found = new Map<RawPath, Set<RawPath>>([["", new Set()]]);
  for (const changed of patch.keys())
    for (let path = changed; path !== ""; path = parentOf(path)) {
      const parent = parentOf(path);
      found.set(parent, (found.get(parent) ?? new Set()).add(path));
    }
  return found;
}

/** Names and paths in the order in which git lists them. */
function inOrder(paths: Iterable<RawPath>, entries: TreeEntries): [RawPath, RawPath][] {
  const keyOf = (path: RawPath) => sortKey(nameOf(path), entries.get(nameOf(path))?.mode ?? "");
  return [...paths].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map((path) => [nameOf(path), path]);
}

/** git lists modes with six digits. */
function asListed({ mode, blob }: TreeFile): TreeFile {
  return { mode: mode.padStart(6, "0"), blob };
}

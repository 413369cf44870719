import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { bytesInside, nameOf, parentOf, statInside } from "../../files/raw-path.ts";
import type { FileChange, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { editTree, type OpenDirectories, openDirectories, type TreeEdits } from "./edit-tree.ts";
import { LINK, modeOf } from "./identify-file.ts";
import type { LastCapture } from "./last-capture.ts";
import { writeObject } from "./loose-objects.ts";
import { runGit } from "./run-git.ts";
import { isSafePath } from "./safe-path.ts";
import type { StoreLayout } from "./store-layout.ts";

interface IndexChange {
  put: readonly RawPath[];
  drop: readonly RawPath[];
  /** What the private index says of them may be out of date, although it looks as if it were not. */
  recent: readonly RawPath[];
}

export interface CapturedTree {
  tree: string;
  /** What the private index contains. */
  indexTree: string;
  /** What the tree has besides it. */
  pending: FileChange[];
  /** Whether the private index was brought up to date. */
  isIndexed: boolean;
  /** Paths whose names git does not accept. */
  refused: RawPath[];
}

/** With more, or larger ones, the private index is brought up to date. */
const FEW = { files: 250, fileBytes: 2 ** 20, bytes: 2 * 2 ** 20 };

/**
 * Writes the files as a tree. The private index is only brought up to date after many changes: to read and write an index of
 * 50,000 files twice takes longer than to look at all of them. Until then, the next captures find the same changes again.
 */
export async function captureTree(
  layout: StoreLayout,
  change: IndexChange,
  last: LastCapture | undefined,
): Promise<CapturedTree> {
  const edited = last && editLast(layout, change, last);
  if (edited) return edited;
  const refused = await updateIndex(layout, change);
  const tree = (await runGit(layout, ["write-tree"])).toString().trim();
  return { tree, indexTree: tree, pending: [], isIndexed: true, refused };
}

/**
 * Undefined if the changes are many or large, or cannot be read. Also if a file is gone: as long as the private index has it, a
 * new one at its path would be captured even if it is ignored.
 */
function editLast(
  layout: StoreLayout,
  { put, drop }: IndexChange,
  { indexTree }: LastCapture,
): CapturedTree | undefined {
  if (put.length > FEW.files || drop.length > 0) return undefined;
  const found = { indexTree, isIndexed: false, refused: [] };
  if (put.length === 0) return { ...found, tree: indexTree, pending: [] };
  const trees = openDirectories(layout, indexTree, put);
  if (!trees || put.some((path) => isNew(trees, path) && isDoubtful(path))) return undefined;
  const edits = storeFew(layout, put);
  if (!edits) return undefined;
  const { tree, changes } = editTree(layout, indexTree, { trees, edits });
  return { ...found, tree, pending: changes };
}

function isNew(trees: OpenDirectories, path: RawPath): boolean {
  return trees.get(parentOf(path))?.has(nameOf(path)) !== true;
}

/** git refuses some names, and replaces the control characters of others in what it says. A link may not have one of its own. */
function isDoubtful(path: RawPath): boolean {
  return !/^[ -[\]-~]+$/.test(path) || !isSafePath(path) || /^\.git(?!ignore$)/.test(nameOf(path));
}

function storeFew(layout: StoreLayout, paths: readonly RawPath[]): TreeEdits | undefined {
  const edits = new Map<RawPath, TreeFile>();
  let left = FEW.bytes;
  for (const path of paths) {
    const content = readFew(layout, path, Math.min(left, FEW.fileBytes));
    if (!content) return undefined;
    left -= content.bytes.length;
    edits.set(path, { mode: content.mode, blob: writeObject(layout, "blob", content.bytes) });
  }
  return edits;
}

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function readFew(
  { worktree }: StoreLayout,
  path: RawPath,
  limit: number,
): { mode: string; bytes: Buffer } | undefined {
  const full = bytesInside(worktree, path);
  try {
    if (statInside(worktree, path)?.isSymbolicLink())
      return { mode: LINK, bytes: readlinkSync(full, "buffer") };
    const fd = openSync(full, FLAGS);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile() || stat.size > limit) return undefined;
      // A byte more than there should be shows that it grows.
      const bytes = Buffer.alloc(stat.size + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = readSync(fd, bytes, length, bytes.length - length, null);
      if (length !== stat.size) return undefined;
      return { mode: modeOf(stat.mode), bytes: bytes.subarray(0, length) };
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Returns the paths whose names git does not accept. It replaces their control characters. */
async function updateIndex(layout: StoreLayout, { put, drop, recent }: IndexChange): Promise<RawPath[]> {
  const zero = "0".repeat(layout.hash === "sha1" ? 40 : 64);
  const gone = [...drop, ...recent].filter((path) => !path.endsWith("/"));
  if (gone.length > 0) {
    const input = Buffer.from(gone.map((path) => `0 ${zero}\t${path}\0`).join(""), "latin1");
    await runGit(layout, ["update-index", "-z", "--index-info"], { input });
  }
  if (put.length === 0) return [];
  const input = Buffer.from(`${put.join("\0")}\0`, "latin1");
  let warnings = "";
  await runGit(layout, ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], {
    input,
    onWarnings: (text) => (warnings = text),
  });
  return [...warnings.matchAll(/^Ignoring path (.+)$/gm)].flatMap(([, path]) => path ?? []);
}
